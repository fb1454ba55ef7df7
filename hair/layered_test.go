// SPDX-License-Identifier: MIT

package hair

import (
	"sort"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// newWay is a renderer of a set, resized.
func newWay(t *testing.T, dev *gpu.Device, set *strands.Set, o Options, width, height int) *Renderer {
	t.Helper()
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewRenderer(dev, m, o)
	if err != nil {
		m.Release()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Release()
		m.Release()
	})
	if err := r.Resize(width, height); err != nil {
		t.Fatal(err)
	}
	return r
}

// light draws a frame, of uniforms that change may alter, and gives the canvas before the tone map: linear RGBA.
func light(t *testing.T, r *Renderer, c Camera, change func(*frame)) []float32 {
	t.Helper()
	target := Target{newTarget(t, r.canvas.width, r.canvas.height)}
	if change == nil {
		change = func(*frame) {}
	}
	low, high := r.m.Bounds()
	r.frame.fill(c, r.canvas.width, r.canvas.height, low, high, r.m.opacity, r.o)
	change(r.frame)
	r.frame.upload(r.block)
	for _, s := range r.stages {
		if err := s.run(target); err != nil {
			t.Fatal(err)
		}
	}
	return readLight(r)
}

// readLight reads the canvas back by way of a picture of one sample.
func readLight(r *Renderer) []float32 {
	width, height := int32(r.canvas.width), int32(r.canvas.height)
	var framebuffer, color uint32
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA16F, width, height)
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.canvas.framebuffer)
	gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	pixels := make([]float32, 4*width*height)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, gl.Ptr(pixels))
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.DeleteFramebuffers(1, &framebuffer)
	gl.DeleteRenderbuffers(1, &color)
	return pixels
}

// fragment is one of a pixel's.
type fragment struct {
	depth float32
	color [4]float64 // premultiplied
}

// fragments are those of each pixel's list, nearest first, as the latest frame left them.
func (l *lists) fragments(t *testing.T) [][]fragment {
	t.Helper()
	heads, err := l.heads.Download()
	if err != nil {
		t.Fatal(err)
	}
	nodes, err := l.nodes.Download()
	if err != nil {
		t.Fatal(err)
	}
	all := make([][]fragment, len(heads))
	for p, head := range heads {
		for at := head[0]; at != 0; at = nodes[at-1][3] {
			n := nodes[at-1]
			all[p] = append(all[p], fragment{float(n[0]), [4]float64{half(n[1]), half(n[1] >> 16), half(n[2]), half(n[2] >> 16)}})
		}
		sort.SliceStable(all[p], func(i, j int) bool { return all[p][i].depth < all[p][j].depth })
	}
	return all
}

// composite blends sorted fragments over a scene: the A-buffer's picture.
func composite(scene []float32, all [][]fragment) []float64 {
	out := make([]float64, len(scene))
	for p, fragments := range all {
		for c := range 4 {
			v := float64(scene[4*p+c])
			for i := len(fragments) - 1; i >= 0; i-- {
				v = fragments[i].color[c] + v*(1-fragments[i].color[3])
			}
			out[4*p+c] = v
		}
	}
	return out
}
