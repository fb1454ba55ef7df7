// SPDX-License-Identifier: MIT

package head

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// tracer makes the image of the head, and its depth in each sample, by kernels. On chips with few
// units that draw, this takes a tenth of the time of drawing it with four samples a pixel.
type tracer struct {
	s                 *scene.Scene
	zero, find, shade *kernel.Kernel
	findsOwners       kernel.Uniform
	lanesLog2         kernel.Uniform
	together          bool                   // depth and owner are found in one dispatch
	depths, owners    *gpu.Buffer[uint32]    // of each sample; owners is nil with pairs
	pairs             *gpu.Buffer[[2]uint32] // owner and depth, 0 between frames; nil where not chosen
	image             uint32
	empty             bool // the image and the depths say that there is no head
	hairPoints        kernel.Uniform
	measured          *scene.Head // these are of this head:
	area              float32     // of a mean triangle, square metres
	centre            mgl32.Vec3  // of the head
}

// lanesPerTriangle is the number of invocations that share a triangle of the head, a power of two.
// Each of them transforms the triangle's corners, so small triangles take few. pixels is the area
// of a mean triangle that faces the eye. In software no invocation is idle, so 1 is best. It is
// pure. bench/NOTES.md has the measurements.
func lanesPerTriangle(c gpu.Caps, pixels float32) int {
	switch {
	case c.Software || pixels < smallTriangle:
		return 1
	case pixels < largeTriangle:
		return 8
	}
	return 16
}

// smallTriangle and largeTriangle are the areas in pixels from which 8 and 16 invocations share a
// triangle.
const (
	smallTriangle = 1.2
	largeTriangle = 8
)

// meanArea is the area of a mean triangle, in square metres.
func meanArea(h *groom.Head) float32 {
	sum := float32(0)
	for i := 0; i+2 < len(h.Indices); i += 3 {
		a, b, c := h.Vertices[h.Indices[i]], h.Vertices[h.Indices[i+1]], h.Vertices[h.Indices[i+2]]
		sum += b.Sub(a).Cross(c.Sub(a)).Len() / 2
	}
	return sum / float32(max(1, len(h.Indices)/3))
}

// centreOf is the middle of the box around a head.
func centreOf(h *groom.Head) mgl32.Vec3 {
	low, high := boxOf(h)
	return low.Add(high).Mul(0.5)
}

// pixelsPerTriangle is the area of a mean triangle at the distance of the head's middle.
func (t *tracer) pixelsPerTriangle() float32 {
	eye := t.s.Frame.Eye
	metre := eye[3] / max(eye.Vec3().Sub(t.centre).Len(), 1e-3)
	return t.area * metre * metre
}

// PairsForTests is for tests. It says whether depth and owner are found together, where the driver
// can. nil lets findsPairs choose.
var PairsForTests *bool

// findsPairs says whether one dispatch finds the depth of a sample and its triangle, by atomics of
// 64 bits, and not one dispatch each. Where kernels read buffers as textures there is no such form.
// It is pure.
func findsPairs(c gpu.Caps, texels bool) bool { return c.Int64Atomics != nil && !texels }

// pairSpecs are headTraceSpecs of the form that finds depth and owner together.
func pairSpecs(samples int, extensions []string) (find, shade kernel.Spec) {
	find, shade = headTraceSpecs(samples, false)
	find.File, find.Buffers, find.Extensions = "hair/head_find.comp.glsl#pairs", append(find.Buffers[:2:2], "Pairs", "Count"), extensions
	shade.File, shade.Buffers = "hair/head_shade.comp.glsl#pairs", append(shade.Buffers[:2:2], "Depths", "Pairs")
	if samples == 1 {
		shade.File = "hair/head_shade.comp.glsl#pair"
	}
	return find, shade
}

func headTraceSpecs(samples int, texels bool) (find, shade kernel.Spec) {
	find = scene.Reads(kernel.Spec{File: "hair/head_find.comp.glsl#words", Shape: scene.Flat, Constants: shaders.Constants{"SAMPLES": samples},
		Buffers: []string{"Corners", "Indices", "Depths", "Owners", "Count"}}, texels, "Corners", "Indices")
	shade = scene.Reads(kernel.Spec{File: "hair/head_shade.comp.glsl#words", Shape: scene.Flat, Constants: shaders.Constants{"SAMPLES": samples, "SIDE": scene.BlockSide},
		Buffers: []string{"Corners", "Indices", "Depths", "Owners"}}, texels, "Corners", "Indices", "Depths", "Owners", "Lit")
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
	find, shade := headTraceSpecs(t.s.Samples, t.s.Texels)
	t.together = findsPairs(d.Caps(), t.s.Texels) && (PairsForTests == nil || *PairsForTests)
	if t.together {
		find, shade = pairSpecs(t.s.Samples, d.Caps().Int64Atomics)
	}
	for _, k := range []struct {
		kernel **kernel.Kernel
		spec   kernel.Spec
	}{{&t.zero, scene.ZeroSpec()}, {&t.find, find}, {&t.shade, shade}} {
		if *k.kernel, err = kernel.New(d, k.spec); err != nil {
			return err
		}
	}
	if !t.together {
		if t.findsOwners, err = t.find.Uniform("finds_owners"); err != nil {
			return err
		}
	}
	if t.lanesLog2, err = t.find.Uniform("lanes_log2"); err != nil {
		return err
	}
	t.hairPoints, err = t.shade.Uniform("hair_points")
	return err
}

// checkSize is CheckSize for storage blocks of that many bytes. It is pure.
func checkSize(block int, together bool, width, height, samples int) error {
	each := 4
	if together {
		each = 8
	}
	most := block / (each * samples)
	if width*height <= most {
		return nil
	}
	way := "a smaller image"
	if samples > 1 {
		way = fmt.Sprintf("Options.Image.Samples 1 for up to %d", block/each)
	}
	return fmt.Errorf("hair: Resize: got %dx%d, which are %d pixels, want at most %d of Samples %d on this driver, or %s: %w", width, height, width*height, most, samples, way, gpu.ErrTooLarge)
}

// allocate takes memory for so many samples. New words are 0.
func (t *tracer) allocate(samples int) (err error) {
	t.depths.Release()
	t.owners.Release()
	t.pairs.Release()
	if t.depths, err = gpu.NewBuffer[uint32](t.s.Device, samples); err != nil {
		return err
	}
	if t.together {
		t.pairs, err = gpu.NewBuffer[[2]uint32](t.s.Device, samples)
	} else {
		t.owners, err = gpu.NewBuffer[uint32](t.s.Device, samples)
	}
	return err
}

func (t *tracer) resize(width, height int) (err error) {
	if err := t.allocate(width * height * t.s.Samples); err != nil {
		return fmt.Errorf("hair: Resize: the head in %dx%d pixels of %d samples: %w", width, height, t.s.Samples, err)
	}
	gl.DeleteTextures(1, &t.image)
	gl.GenTextures(1, &t.image)
	gl.BindTexture(gl.TEXTURE_2D, t.image)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, int32(width), int32(height))
	gl.BindTexture(gl.TEXTURE_2D, 0)
	t.s.Traced = scene.Traced{Depths: t.depths.View(), Image: t.image}
	t.empty = false // GL does not say what a new image holds
	return nil
}

// clear enqueues a scene without a head, once.
func (t *tracer) clear() {
	if t.empty {
		return
	}
	scene.Zero(t.zero, t.depths.View())
	var framebuffer uint32
	var none [4]float32
	scene.PlainState(t.s.Canvas.Width, t.s.Canvas.Height)
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t.image, 0)
	gl.ClearBufferfv(gl.COLOR, 0, &none[0])
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.DeleteFramebuffers(1, &framebuffer)
	t.s.Device.StorageBarrier()
	t.empty = true
}

// run enqueues the scene.
func (t *tracer) run() error {
	s, d := t.s, t.s.Device
	if s.Head == nil || len(s.Head.Indices) == 0 {
		t.clear()
		return nil
	}
	t.empty = false
	if t.measured != s.Head {
		t.measured, t.area, t.centre = s.Head, meanArea(s.Head.Head), centreOf(s.Head.Head)
	}
	triangles := len(s.Head.Indices) / 3
	lanes := lanesPerTriangle(d.Caps(), t.pixelsPerTriangle())
	t.find.Set(t.lanesLog2, uint32(bits.TrailingZeros(uint(lanes))))
	t.find.SetCount(gpu.N(triangles))
	if t.together {
		t.findBoth(scene.Groups(triangles * lanes))
	} else {
		t.findInTurn(scene.Groups(triangles * lanes))
	}
	s.BindLit()
	s.ShowHeadDepth()
	gl.BindImageTexture(0, t.image, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	t.bind(t.shade)
	t.shade.SetBuffer(2, t.depths.View())
	if t.together {
		t.shade.SetBuffer(3, t.pairs.View())
	} else {
		t.shade.SetBuffer(3, t.owners.View())
		s.ReadWords(2, t.depths.View())
		s.ReadWords(3, t.owners.View())
		s.ReadWords(4, s.Lit)
	}
	t.shade.Set(t.hairPoints, uint32(s.Hair.Points.Len()))
	t.shade.Dispatch(s.Canvas.Blocks())
	gl.BindImageTexture(0, 0, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16F)
	d.MemoryBarrier()
	return nil
}

// findBoth enqueues what finds depths and owners together. The pairs are 0 before.
func (t *tracer) findBoth(groups int) {
	t.bind(t.find)
	t.find.SetBuffer(2, t.pairs.View())
	t.find.Dispatch(groups)
	t.s.Device.StorageBarrier()
}

// findInTurn enqueues what finds depths and then owners.
func (t *tracer) findInTurn(groups int) {
	d := t.s.Device
	scene.Zero(t.zero, t.depths.View())
	d.StorageBarrier()
	t.bind(t.find)
	t.find.SetBuffer(2, t.depths.View())
	t.find.SetBuffer(3, t.owners.View())
	for pass := range uint32(2) {
		t.find.Set(t.findsOwners, pass)
		t.find.Dispatch(groups)
		d.StorageBarrier()
	}
}

// bind binds the triangles.
func (t *tracer) bind(k *kernel.Kernel) {
	k.SetBuffer(0, t.s.Head.Corners.View())
	k.SetBuffer(1, t.s.Head.Triangles.View())
	t.s.ReadVectors(0, t.s.Head.Corners.View())
	t.s.ReadWords(1, t.s.Head.Triangles.View())
}

func (t *tracer) release() {
	if t == nil {
		return
	}
	for _, k := range []*kernel.Kernel{t.zero, t.find, t.shade} {
		k.Release()
	}
	t.depths.Release()
	t.owners.Release()
	t.pairs.Release()
	gl.DeleteTextures(1, &t.image)
}
