// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"fmt"
	"image"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/viewer/internal/framebuffer"
	"github.com/combgl/comb/viewer/internal/pace"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// drawLayers shows the number of fragments over each pixel: dark for one, bright for the largest
// number, black for none.
func (v *view) drawLayers(a area, target hair.Target) error {
	c := &v.c
	if err := framebuffer.Resize(v.d, &c.layers, a.width, a.height); err != nil {
		return err
	}
	if c.board == nil {
		c.board = newBoard()
	}
	r := v.s.Renderer
	target.Framebuffer = c.layers.ID
	if err := r.Reserve(v.camera); err != nil {
		return err
	}
	if err := r.Frame(v.camera, target, v.times.next(v.d, pace.Untimed)); err != nil {
		return err
	}
	l, err := r.Layers()
	if err != nil {
		return err
	}
	c.shown = layersShown(l)
	c.out = c.shown.image(v.colorMap())
	c.most = float64(l.Max())
	if c.figures = ""; v.level == pace.Full {
		c.figures = fmt.Sprintf(", %s fragments over %s pixels: %.1f layers on average, %s at most", thousands(l.Fragments()), thousands(l.Pixels()), l.Mean(), thousands(l.Max()))
	}
	c.board.show(c.out, a)
	return nil
}

// countKeys gives the panels the histogram of the keys of the shown frame.
func (v *view) countKeys() error {
	counts, err := v.s.Renderer.KeyHistogram()
	if err != nil {
		return err
	}
	v.ui.histogram(counts, v.o.KeyBits)
	return nil
}

// board shows an image of the host in the window.
type board struct{ framebuffer, texture uint32 }

func newBoard() *board {
	b := &board{}
	gl.GenTextures(1, &b.texture)
	gl.GenFramebuffers(1, &b.framebuffer)
	return b
}

// show copies an image into an area of the window, which a preview is smaller than.
func (b *board) show(p *image.NRGBA, a area) {
	width, height := int32(p.Rect.Dx()), int32(p.Rect.Dy())
	gl.BindTexture(gl.TEXTURE_2D, b.texture)
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(p.Pix))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, b.framebuffer)
	gl.FramebufferTexture2D(gl.READ_FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, b.texture, 0)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	// An image begins at the top, a window at the bottom.
	left, bottom := int32(a.x), int32(a.y)
	gl.BlitFramebuffer(0, 0, width, height, left, bottom+int32(a.height), left+int32(a.width), bottom, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}

func (b *board) release() {
	if b != nil {
		gl.DeleteFramebuffers(1, &b.framebuffer)
		gl.DeleteTextures(1, &b.texture)
	}
}
