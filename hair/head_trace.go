// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// headTracer makes the picture of the head, and its depth in each sample, by kernels. On chips with few units that draw, that
// takes a tenth of the time of drawing it with four samples a pixel.
type headTracer struct {
	r                 *Renderer
	zero, find, shade *gpu.Kernel
	findsOwners       gpu.Uniform
	corners           *gpu.Buffer[[4]float32]
	indices           *gpu.Buffer[uint32]
	depths, owners    *gpu.Buffer[uint32] // of each sample
	picture           uint32
	triangles         int
}

// headLanes are the invocations that share a triangle of the head.
const headLanes = 16

// tracesHead says whether the scene is found by kernels: for tiles, which need nothing drawn. It is pure.
func (o Options) tracesHead() bool {
	return o.Transparency == Tiles && !o.Core && (o.Samples == 1 || o.Samples == 4)
}

func headTraceSpecs(samples int) (find, shade gpu.Spec) {
	find = gpu.Spec{File: "hair/head_find.comp.glsl", Shape: flat, Constants: shaders.Constants{"SAMPLES": samples, "LANES": uint32(headLanes)},
		Buffers: []string{"Corners", "Indices", "Depths", "Owners", "Count"}}
	shade = gpu.Spec{File: "hair/head_shade.comp.glsl", Shape: flat, Constants: shaders.Constants{"SAMPLES": samples, "SIDE": toneSide},
		Buffers: []string{"Corners", "Indices", "Depths", "Owners"}}
	return find, shade
}

func newHeadTracer(r *Renderer) (*headTracer, error) {
	t := &headTracer{r: r}
	if err := t.build(); err != nil {
		t.release()
		return nil, err
	}
	return t, nil
}

func (t *headTracer) build() (err error) {
	d, h := t.r.d, t.r.o.Head
	if h == nil {
		h = &groom.Head{}
	}
	t.triangles = len(h.Indices) / 3
	find, shade := headTraceSpecs(t.r.o.Samples)
	for _, k := range []struct {
		kernel **gpu.Kernel
		spec   gpu.Spec
	}{{&t.zero, zeroSpec()}, {&t.find, find}, {&t.shade, shade}} {
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
	t.shade.Set(points, uint32(t.r.m.points.Len()))
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

func (t *headTracer) resize(width, height int) (err error) {
	samples := width * height * t.r.o.Samples
	for _, b := range []**gpu.Buffer[uint32]{&t.depths, &t.owners} {
		(*b).Release()
		if *b, err = gpu.NewBuffer[uint32](t.r.d, samples); err != nil {
			return fmt.Errorf("hair: the head in %dx%d pixels of %d samples: %w", width, height, t.r.o.Samples, err)
		}
	}
	gl.DeleteTextures(1, &t.picture)
	gl.GenTextures(1, &t.picture)
	gl.BindTexture(gl.TEXTURE_2D, t.picture)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, int32(width), int32(height))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	return nil
}

// run enqueues the scene. Without a head its picture and depths stay as they were made: empty.
func (t *headTracer) run(Target) error {
	if t.triangles == 0 {
		return nil
	}
	r, d := t.r, t.r.d
	for _, v := range [...]gpu.View{t.depths.View(), t.owners.View()} {
		words := v.Size() / 4
		t.zero.SetBuffer(0, v)
		t.zero.SetCount(gpu.N(words))
		t.zero.Dispatch((words + 4*groupSize - 1) / (4 * groupSize))
	}
	d.Barrier()
	k := t.find
	t.bind(k)
	k.SetCount(gpu.N(t.triangles))
	for pass := range uint32(2) {
		k.Set(t.findsOwners, pass)
		k.Dispatch((t.triangles*headLanes + groupSize - 1) / groupSize)
		d.Barrier()
	}
	r.bindLit()
	r.showHeadDepth()
	gl.BindImageTexture(0, t.picture, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	t.bind(t.shade)
	t.shade.Dispatch(r.blocks())
	gl.BindImageTexture(0, 0, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	d.Publish()
	return nil
}

func (t *headTracer) bind(k *gpu.Kernel) {
	for i, v := range [...]gpu.View{t.corners.View(), t.indices.View(), t.depths.View(), t.owners.View()} {
		k.SetBuffer(i, v)
	}
}

func (t *headTracer) release() {
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
	gl.DeleteTextures(1, &t.picture)
}

// blocks is how many workgroups take a picture, toneSide pixels on a side each.
func (r *Renderer) blocks() int {
	return (r.canvas.width + toneSide - 1) / toneSide * ((r.canvas.height + toneSide - 1) / toneSide)
}

// sceneDepth adds to a kernel's slots, constants and buffers what it needs to read the scene's depth.
func sceneDepth(s gpu.Spec, samples int, traced bool) gpu.Spec {
	file := "hair/scene_depth_drawn.glsl"
	if traced {
		file = "hair/scene_depth_traced.glsl"
		s.Buffers = append(s.Buffers[:len(s.Buffers):len(s.Buffers)], "Depths")
	} else {
		s.Constants["DEPTH"] = samplerOf(samples)
	}
	if s.Slots == nil {
		s.Slots = map[string]shaders.Snippet{}
	}
	s.Slots["SCENE_DEPTH"] = shaders.Snippet{File: file}
	return s
}

// showSceneDepth lets a kernel that sceneDepth made read it, and hideSceneDepth ends that.
func (r *Renderer) showSceneDepth(k *gpu.Kernel, at int) {
	if r.tracer != nil {
		k.SetBuffer(at, r.tracer.depths.View())
		return
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0) // its depth is read
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(r.canvas.target, r.canvas.depth)
}

func (r *Renderer) hideSceneDepth() {
	if r.tracer == nil {
		gl.BindTexture(r.canvas.target, 0)
	}
}
