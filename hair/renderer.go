// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/radix"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Options for NewRenderer. The zero value is right.
type Options struct {
	Order    Order
	KeyBits  int         // bits of depth to sort by, 1 to 32; 0 means 16, which costs two passes of the sort
	Head     *groom.Head // drawn under the hair, and hides what is behind it; nil draws none
	Samples  int         // samples a pixel, for the edges of the head; 0 means 4, or what the driver has, and 1 for ways beside Blend and Tiles
	Exposure float32     // a factor on the light, so that 2 is one stop more; 0 means 1
	ToneMap  ToneMap
	Bare     bool // no backdrop: black, and in Light of alpha 0

	Lights      []Light      // up to MaxLights; nil means DefaultLights
	Environment *Environment // light from all around; nil means DefaultEnvironment
	Shadow      Shadow
	ShadowSize  int // texels on a side of a light's map, 16 to 8192; 0 means 1024

	Shading Shading
	Fibre   scatter.Hair // how single hairs scatter light; all 0 means scatter.Defaults
	Dye     *scatter.RGB // absorption of all hairs on the mean, darker ones have more; nil: each that of its own colour

	Transparency Transparency
	Detail       float32 // the share of the strands that is drawn, the wider: 0.02 to 1; 0 means 1; AutoDetail: by their width on the screen
	WidthScale   float32 // draws all hairs so many times as wide, 0.01 to 100; 0 means 1
	KeepAll      bool    // culls nothing, to see what that changes, and costs
	WidthPixels  float32 // draws all hairs so wide, in texels of lights' maps too, to compare methods; 0 means their own widths
	Opacity      float32 // draws all hairs so opaque; 0 means their own
	ListNodes    int     // fragments that Lists8 and Lists16 hold, 16 bytes each; 0 means 64 a pixel, but at most 1 GiB

	// Core draws first, with depth, the fragments of hair whose alpha is above 0.95, as if it were 1, and leaves out what
	// is behind them: for thick opaque hairs, among which the order of whole segments shows. Exact refuses it.
	Core bool

	// FragmentBytes is the memory that Exact may take for fragments, 32 bytes each. 0 means room for 32 a pixel but at
	// most 512 MiB, and as much more as Renderer.Reserve finds a view to need.
	FragmentBytes int
}

// Renderer draws frames of one model.
type Renderer struct {
	d *gpu.Device
	m *Model
	o Options

	expand, key, strandKey *gpu.Kernel
	thin                   *thinning
	hidden                 *occlusion
	strandCount            gpu.Uniform
	cull                   *compact.Compactor
	sorter                 *radix.Sorter
	segments, kept         *gpu.Buffer[uint32]
	keys, sorted           *gpu.Buffer[uint32]

	backdropProgram, headProgram, coreProgram, toneProgram uint32
	countProgram, sumProgram                               uint32 // for Layers and Coverage, made when first needed

	hair       transparency
	scattering *scattering
	lighting   *lighting // nil without shadows
	shadow     shadow    // nil for none
	stages     []stage
	reach      box // hair and head, with the margin of hair that moves

	head               *headMesh
	frame              *frame // its own allocation: cgo takes no pointer into a struct that holds pointers
	block, vertexArray uint32
	canvas             canvas
	framed             bool // there was a frame
}

const groupSize = 256

// flat is the shape of kernels in which an invocation needs no other.
var flat = gpu.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: groupSize, ItemsPerThread: 1}

// kernelSpecs are the frame's own compute kernels.
func kernelSpecs() (expand, key, strandKey gpu.Spec) {
	s := flat
	expand = gpu.Spec{File: "hair/segments_expand.comp.glsl", Shape: s, Buffers: []string{"First", "Segments", "Count"}}
	key = gpu.Spec{File: "hair/segments_key.comp.glsl", Shape: s, Buffers: []string{"Kept", "Points", "Keys", "Count"}}
	strandKey = gpu.Spec{File: "hair/strands_key.comp.glsl", Shape: s, Buffers: append(key.Buffers[:4:4], "First")}
	return expand, key, strandKey
}

// cullOptions are the compaction's: the predicate reads the points at the first binding left to callers.
func cullOptions(head bool) compact.Options {
	return compact.Options{
		Predicate:       defined(verdictConstants(head), "hair/segment_keep.glsl"),
		Record:          "uint",
		Name:            "the cull",
		Keyed:           true,
		Fetch:           "Ends",
		VerticesPerItem: 6,
		// A long predicate: more workgroups hide the time that it waits. On an H200 cull and sort of 150,000 segments took
		// 40 us by tiles of 2,048 segments and 52 by 8,192, of a million 72 and 83, of four 185 and 201.
		Tuning: gpu.Tuning{GroupSize: 512, ItemsPerThread: 4},
	}
}

func (o Options) withDefaults(maxSamples int) (Options, error) {
	if o.KeyBits == 0 {
		o.KeyBits = 16
	}
	if o.Exposure == 0 {
		o.Exposure = 1
	}
	if o.Samples == 0 {
		o.Samples = 1
		if o.Transparency.ordered() {
			o.Samples = min(4, maxSamples)
		}
	}
	if o.Lights == nil {
		o.Lights = DefaultLights()
	}
	if o.Environment == nil {
		e := DefaultEnvironment()
		o.Environment = &e
	}
	if o.Fibre == (scatter.Hair{}) {
		o.Fibre = scatter.Defaults()
	}
	if o.ShadowSize == 0 {
		o.ShadowSize = 1024
	}
	if o.Detail == 0 {
		o.Detail = 1
	}
	if o.WidthScale == 0 {
		o.WidthScale = 1
	}
	bad := func(format string, args ...any) (Options, error) {
		return o, fmt.Errorf("hair: NewRenderer: "+format+": %w", append(args, gpu.ErrArgument)...)
	}
	switch {
	case o.Detail != AutoDetail && !(o.Detail >= LeastDetail && o.Detail <= 1):
		return bad("Detail is %v, want %v to 1, or AutoDetail, which is %v", o.Detail, float32(LeastDetail), float32(AutoDetail))
	case !(o.WidthScale >= 0.01 && o.WidthScale <= 100):
		return bad("WidthScale is %v, want 0.01 to 100", o.WidthScale)
	case o.KeyBits < 1 || o.KeyBits > 32:
		return bad("KeyBits is %d, want 1 to 32", o.KeyBits)
	case o.Transparency < 0 || int(o.Transparency) >= len(transparencies):
		return bad("transparency %d does not exist", int(o.Transparency))
	case o.Shading < 0 || int(o.Shading) >= len(shadings):
		return bad("shading %d does not exist", int(o.Shading))
	case o.ToneMap < 0 || int(o.ToneMap) >= len(toneMaps):
		return bad("tone map %d does not exist", int(o.ToneMap))
	case o.Shadow < 0 || int(o.Shadow) >= len(shadows):
		return bad("shadow %d does not exist", int(o.Shadow))
	case o.ShadowSize < minShadowSize || o.ShadowSize > maxShadowSize:
		return bad("ShadowSize is %d texels, want %d to %d", o.ShadowSize, minShadowSize, maxShadowSize)
	case !(o.WidthPixels >= 0 && o.WidthPixels <= 1024):
		return bad("WidthPixels is %v, want 0 to 1024", o.WidthPixels)
	case !(o.Opacity >= 0 && o.Opacity <= 1):
		return bad("Opacity is %v, want 0 to 1", o.Opacity)
	case o.Order < 0 || int(o.Order) >= len(orders):
		return bad("order %d does not exist", int(o.Order))
	case o.Samples < 1:
		return bad("Samples is %d, want 1 or more", o.Samples)
	case !o.Transparency.ordered() && o.Samples != 1:
		return bad("%d samples a pixel, transparency %q takes 1", o.Samples, o.Transparency)
	case o.Samples > maxSamples:
		return o, fmt.Errorf("hair: NewRenderer: Samples is %d, this driver has up to %d: %w", o.Samples, maxSamples, gpu.ErrUnsupported)
	case o.Transparency == Exact && o.Core:
		return bad("transparency %q draws no opaque core, as the other methods are measured by it", o.Transparency)
	case o.FragmentBytes < 0:
		return bad("FragmentBytes is %d bytes, want 0 or more", o.FragmentBytes)
	case o.ListNodes < 0:
		return bad("ListNodes is %d nodes, want 0 or more", o.ListNodes)
	}
	return o, nil
}

// NewRenderer compiles the programs and takes the buffers: 24 bytes a segment, 28 with fewer than 9 or more than 16
// KeyBits, 12 a point, and what Options.Shadow keeps. Errors: gpu.ErrArgument for options that
// cannot be; ErrLight; gpu.ErrUnsupported for more Samples than the driver has, or a driver without storage buffers in vertex
// shaders; gpu.ErrShader; gpu.ErrSelfTest; gpu.ErrTooLarge for a light's map; gpu.ErrOutOfMemory.
func NewRenderer(d *gpu.Device, m *Model, o Options) (*Renderer, error) {
	if err := d.Enter(); err != nil {
		return nil, err
	}
	defer d.Leave()
	if m == nil {
		return nil, fmt.Errorf("hair: NewRenderer: there is no model: %w", gpu.ErrArgument)
	}
	var blocks, samples, depthSamples int32
	gl.GetIntegerv(gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS, &blocks)
	if bindings := d.Caps().MaxStorageBindings; blocks < 4 || bindings <= farthestBinding {
		return nil, fmt.Errorf("hair: NewRenderer: %d storage blocks in vertex shaders and %d bindings, 4 and %d are needed: %w", blocks, bindings, farthestBinding+1, gpu.ErrUnsupported)
	}
	gl.GetIntegerv(gl.MAX_COLOR_TEXTURE_SAMPLES, &samples)
	gl.GetIntegerv(gl.MAX_DEPTH_TEXTURE_SAMPLES, &depthSamples)
	o, err := o.withDefaults(int(min(samples, depthSamples)))
	if err != nil {
		return nil, err
	}
	r := &Renderer{d: d, m: m, o: o, frame: new(frame)}
	r.reach.low, r.reach.high = r.Bounds()
	r.reach = r.reach.grown(m.margin).widened(m.usualWidth * o.WidthScale)
	if err := checkLights(o.Lights, r.reach.low, r.reach.high); err != nil {
		return nil, err
	}
	if err := r.build(); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

func (r *Renderer) build() (err error) {
	expand, key, strandKey := kernelSpecs()
	if r.expand, err = r.d.NewKernel(expand); err != nil {
		return err
	}
	if r.key, err = r.d.NewKernel(key); err != nil {
		return err
	}
	if r.strandKey, err = r.d.NewKernel(strandKey); err != nil {
		return err
	}
	if r.strandCount, err = r.strandKey.Uniform("strand_count"); err != nil {
		return err
	}
	r.block = newFrameBlock()
	if err := r.d.Prove("hair", flat, r.proof()); err != nil {
		return err
	}
	if r.cull, err = compact.New(r.d, cullOptions(r.o.Head != nil)); err != nil {
		return err
	}
	if r.thin, err = newThinning(r); err != nil {
		return err
	}
	if r.hidden, err = newOcclusion(r); err != nil {
		return err
	}
	if r.sorter, err = radix.New(r.d, radix.Options{Bits: r.o.KeyBits, Descending: true}); err != nil {
		return err
	}
	if err := r.sorter.Reserve(radix.ForPayload, r.m.segments); err != nil {
		return err
	}
	for _, b := range []**gpu.Buffer[uint32]{&r.segments, &r.kept, &r.keys, &r.sorted} {
		if *b, err = gpu.NewBuffer[uint32](r.d, r.m.segments); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		program *uint32
		files   stageFiles
	}{
		{&r.backdropProgram, backdropFiles()},
		{&r.headProgram, headFiles()}, {&r.toneProgram, toneFiles(r.o.Samples)},
	} {
		if *p.program, err = p.files.link(r.d); err != nil {
			return err
		}
	}
	gl.GenVertexArrays(1, &r.vertexArray)
	if r.o.Head != nil {
		r.head = newHeadMesh(r.o.Head)
	}
	if r.o.Head != nil {
		gl.ProgramUniform1ui(r.headProgram, uniformOf(r.headProgram, "hair_points"), uint32(r.m.points.Len()))
	}
	if r.shadow, err = r.makeShadow(r.o.Shadow); err != nil {
		return err
	}
	if err = r.SetFibre(r.o.Fibre, r.o.Dye); err != nil {
		return err
	}
	if r.hair, r.coreProgram, err = r.makeHair(); err != nil {
		return err
	}
	r.SetToneMap(r.o.ToneMap)
	if !r.o.Bare {
		gl.ProgramUniform1f(r.backdropProgram, uniformOf(r.backdropProgram, "pool_light"), 1)
	}
	r.stages = r.plan()
	return nil
}

// makeHair makes the way of transparency, and the core's program where there is to be one. What was made by the time of
// an error comes with it.
func (r *Renderer) makeHair() (way transparency, core uint32, err error) {
	if r.o.Core {
		if core, err = coreFiles(r.o.Shading).link(r.d); err != nil {
			return nil, core, err
		}
	}
	way, err = transparencies[r.o.Transparency].make(r)
	return way, core, err
}

func releaseHair(way transparency, core uint32) {
	gl.DeleteProgram(core)
	if way != nil {
		way.release()
	}
}

// Bounds is the box around the hair and the head, in metres.
func (r *Renderer) Bounds() (low, high mgl32.Vec3) {
	low, high = r.m.Bounds()
	if r.o.Head == nil {
		return low, high
	}
	for _, v := range r.o.Head.Vertices {
		for a := range 3 {
			low[a], high[a] = min(low[a], v[a]), max(high[a], v[a])
		}
	}
	return low, high
}

// SetOrder changes the order of the frames that follow.
func (r *Renderer) SetOrder(o Order) { r.o.Order = min(max(o, Sorted), Unsorted) }

// SetKeyBits changes the bits of depth that the frames that follow sort by, 1 to 32. It costs nothing.
// Errors: gpu.ErrArgument.
func (r *Renderer) SetKeyBits(bits int) error {
	if bits < 1 || bits > 32 {
		return fmt.Errorf("hair: SetKeyBits: %d bits, want 1 to 32: %w", bits, gpu.ErrArgument)
	}
	r.o.KeyBits = bits
	return r.sorter.SetBits(0, bits)
}

// SetExposure changes the exposure of the frames that follow: a factor on the light; 1 is neutral, 2 one stop more.
func (r *Renderer) SetExposure(e float32) { r.o.Exposure = e }

// Resize makes the picture width x height pixels. Call it before the first frame and when the window changes.
// Errors: gpu.ErrArgument for a size below 1, gpu.ErrTooLarge, gpu.ErrUnsupported, gpu.ErrWrongThread.
func (r *Renderer) Resize(width, height int) error {
	if err := r.d.Enter(); err != nil {
		return err
	}
	defer r.d.Leave()
	var err error
	if r.canvas.width != width || r.canvas.height != height {
		if err = r.canvas.resize(width, height, r.o.Samples); err == nil {
			if err = r.hidden.resize(width, height); err == nil {
				err = r.hair.resize(width, height)
			}
			if err != nil {
				r.canvas.release() // no frame without all of it
			}
		}
	}
	if lost := r.d.Lost(); lost != nil {
		return fmt.Errorf("hair: %w", lost) // no framebuffer is complete then
	}
	return err
}

// Release frees everything but the model.
func (r *Renderer) Release() {
	if r == nil || r.d.Enter() != nil {
		return
	}
	defer r.d.Leave()
	r.expand.Release()
	r.key.Release()
	r.strandKey.Release()
	r.cull.Release()
	r.thin.release()
	r.hidden.release()
	r.sorter.Release()
	for _, b := range []*gpu.Buffer[uint32]{r.segments, r.kept, r.keys, r.sorted} {
		b.Release()
	}
	for _, p := range []uint32{r.backdropProgram, r.headProgram, r.toneProgram, r.countProgram, r.sumProgram} {
		gl.DeleteProgram(p)
	}
	releaseHair(r.hair, r.coreProgram)
	r.scattering.release()
	if r.shadow != nil {
		r.shadow.release()
	}
	r.lighting.release()
	r.head.release()
	r.canvas.release()
	gl.DeleteBuffers(1, &r.block)
	gl.DeleteVertexArrays(1, &r.vertexArray)
}
