// SPDX-License-Identifier: MIT

package head

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// tracer makes the image of the head, and its depth in each sample, by kernels. On chips with few
// units that draw, this takes a tenth of the time of drawing it with four samples a pixel.
type tracer struct {
	s                 *scene.Scene
	zero, find, shade *gpu.Kernel
	findsOwners       gpu.Uniform
	corners           *gpu.Buffer[[4]float32]
	indices           *gpu.Buffer[uint32]
	depths, owners    *gpu.Buffer[uint32] // of each sample
	image             uint32
	triangles, lanes  int
}

// lanesPerTriangle is the number of invocations that share a triangle of the head. Each of them
// transforms the triangle's three corners. A GPU has invocations to spare, software has not.
func lanesPerTriangle(c gpu.Caps) int {
	if c.Software {
		return 1
	}
	return 16
}

func headTraceSpecs(samples, lanes int) (find, shade gpu.Spec) {
	find = gpu.Spec{File: "hair/head_find.comp.glsl", Shape: scene.Flat, Constants: shaders.Constants{"SAMPLES": samples, "LANES_PER_TRIANGLE": uint32(lanes)},
		Buffers: []string{"Corners", "Indices", "Depths", "Owners", "Count"}}
	shade = gpu.Spec{File: "hair/head_shade.comp.glsl", Shape: scene.Flat, Constants: shaders.Constants{"SAMPLES": samples, "SIDE": scene.BlockSide},
		Buffers: []string{"Corners", "Indices", "Depths", "Owners"}}
	return find, shade
}

func newTracer(s *scene.Scene) (*tracer, error) {
	t := &tracer{s: s}
	if err := t.build(); err != nil {
		t.release()
		return nil, err
	}
	return t, nil
}

func (t *tracer) build() (err error) {
	d := t.s.Device
	h := &groom.Head{}
	if t.s.Head != nil {
		h = t.s.Head.Head
	}
	t.triangles, t.lanes = len(h.Indices)/3, lanesPerTriangle(d.Caps())
	find, shade := headTraceSpecs(t.s.Samples, t.lanes)
	for _, k := range []struct {
		kernel **gpu.Kernel
		spec   gpu.Spec
	}{{&t.zero, scene.ZeroSpec()}, {&t.find, find}, {&t.shade, shade}} {
		if *k.kernel, err = d.NewKernel(k.spec); err != nil {
			return err
		}
	}
	if t.findsOwners, err = t.find.Uniform("finds_owners"); err != nil {
		return err
	}
	points, err := t.shade.Uniform("hair_points")
	if err != nil {
		return err
	}
	t.shade.Set(points, uint32(t.s.Hair.Points.Len()))
	corners := make([][4]float32, 0, 2*len(h.Vertices)+1)
	for i, v := range h.Vertices {
		n := h.Normals[i]
		corners = append(corners, [4]float32{v[0], v[1], v[2], 1}, [4]float32{n[0], n[1], n[2], h.Scalp[i]})
	}
	if t.corners, err = gpu.NewBufferFrom(d, append(corners, [4]float32{})); err != nil {
		return err
	}
	t.indices, err = gpu.NewBufferFrom(d, append(h.Indices[:len(h.Indices):len(h.Indices)], 0))
	return err
}

func (t *tracer) resize(width, height int) (err error) {
	samples := width * height * t.s.Samples
	for _, b := range []**gpu.Buffer[uint32]{&t.depths, &t.owners} {
		(*b).Release()
		if *b, err = gpu.NewBuffer[uint32](t.s.Device, samples); err != nil {
			return fmt.Errorf("comb hair: Resize: the head in %dx%d pixels of %d samples: %w", width, height, t.s.Samples, err)
		}
	}
	gl.DeleteTextures(1, &t.image)
	gl.GenTextures(1, &t.image)
	gl.BindTexture(gl.TEXTURE_2D, t.image)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, int32(width), int32(height))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	t.s.Traced = scene.Traced{Depths: t.depths.View(), Image: t.image}
	return nil
}

// run enqueues the scene. Without a head its image and depths stay as they were made: empty.
func (t *tracer) run() error {
	if t.triangles == 0 {
		return nil
	}
	s, d := t.s, t.s.Device
	for _, v := range [...]gpu.View{t.depths.View(), t.owners.View()} {
		scene.Zero(t.zero, v)
	}
	d.Barrier()
	k := t.find
	t.bind(k)
	k.SetCount(gpu.N(t.triangles))
	for pass := range uint32(2) {
		k.Set(t.findsOwners, pass)
		k.Dispatch(scene.Groups(t.triangles * t.lanes))
		d.Barrier()
	}
	s.BindLit()
	s.ShowHeadDepth()
	gl.BindImageTexture(0, t.image, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	t.bind(t.shade)
	t.shade.Dispatch(s.Canvas.Blocks())
	gl.BindImageTexture(0, 0, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	d.Publish()
	return nil
}

func (t *tracer) bind(k *gpu.Kernel) {
	for i, v := range [...]gpu.View{t.corners.View(), t.indices.View(), t.depths.View(), t.owners.View()} {
		k.SetBuffer(i, v)
	}
}

func (t *tracer) release() {
	if t == nil {
		return
	}
	for _, k := range []*gpu.Kernel{t.zero, t.find, t.shade} {
		k.Release()
	}
	t.corners.Release()
	t.indices.Release()
	t.depths.Release()
	t.owners.Release()
	gl.DeleteTextures(1, &t.image)
}
