// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/cull"
	"github.com/combgl/comb/hair/internal/head"
	"github.com/combgl/comb/hair/internal/light"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/internal/order"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/hair/internal/shadow"
	"github.com/combgl/comb/hair/internal/tone"
	"github.com/combgl/comb/hair/scatter"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// Renderer draws frames of one model.
type Renderer struct {
	d *gpu.Device
	m *Model
	o Options // its lights and environment are those of own

	own ownLights

	// The techniques, in the order of a frame. Each reads and writes the scene.
	scene   *scene.Scene
	detail  *cull.Detail
	front   *cull.Front   // nil before the first frame that thins the hair
	shadows *shadow.Pass  // nil without shadows
	shadow  shadow.Method // nil for none
	head    *head.Stage
	cull    *cull.Cull
	order   *order.Sorter
	light   *light.Light
	oit     oit.Method
	tone    *tone.Mapper

	whole            *scene.Head // nil without one
	draft            *draft      // nil before the first
	drafts, drafting bool        // the frames that follow; the latest one

	stages                   []scene.Stage
	target                   Target // of the latest frame
	largest                  [2]int // of a target, in pixels: the driver's limits
	checked                  [3]int // a texture that a frame may go to, and the image's size
	checkedFramebuffer       int64  // a framebuffer that a frame may go to, and 1; 0 for none
	coreProgram              uint32
	countProgram, sumProgram uint32 // for Layers and Coverage, made when first needed
	shadowSize               int    // texels on a side of the frame's light maps
	reach                    box    // hair and head, with the margin of hair that moves
	laid                     bool   // the image of an oit.Layer lies in the canvas already
	framed                   bool   // there was a frame
	follow                   float32
	exposed                  bool // there was a frame with an automatic exposure
	released                 bool
}

// leastOpacity is what 8 bits round to more than 0.
const leastOpacity = 0.5 / 255

// NewRenderer compiles the programs and takes the buffers: 24 bytes a segment, 28 with fewer than 9
// or more than 16 KeyBits, 12 a point, and the memory of the shadow method. Tiles take about 104
// bytes a segment more, and on GPUs 72 on top. In software a VolumeShadow takes 4 bytes a segment,
// 4 a point and 4 a strand more. It compiles what a frame with these options needs. Kernels for a
// share of strands below 1, the order PerStrand and a target that is no texture are compiled by the
// first frame with them. Release the model after the renderer.
//
// Errors: gpu.ErrArgument for options that cannot be, a head whose arrays do not fit each other, or
// a model of opacity or width 0 at all points; gpu.ErrReleased for no Device, or a released Device
// or model; ErrLight; gpu.ErrUnsupported for more Samples than the driver has, or a driver without
// storage buffers in vertex shaders; gpu.ErrShader; gpu.ErrSelfTest; gpu.ErrTooLarge for a light's
// map; gpu.ErrOutOfMemory.
func NewRenderer(d *gpu.Device, m *Model, o Options) (*Renderer, error) {
	if err := d.Internal().Enter(); err != nil {
		return nil, fmt.Errorf("hair: NewRenderer: %w", err)
	}
	defer d.Internal().Leave()
	if m == nil {
		return nil, fmt.Errorf("hair: NewRenderer: there is no model: %w", gpu.ErrArgument)
	}
	if m.hair.Points.View().ID() == 0 {
		return nil, fmt.Errorf("hair: NewRenderer: the Model: %w", gpu.ErrReleased)
	}
	if err := kernel.Own(d, "hair: NewRenderer: the Model", m.hair.Points.View()); err != nil {
		return nil, err
	}
	var blocks, samples, depthSamples int32
	gl.GetIntegerv(gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS, &blocks)
	if bindings := d.Caps().MaxStorageBindings; blocks < 4 || bindings <= cull.FarthestBinding {
		return nil, fmt.Errorf("hair: NewRenderer: %d storage blocks in vertex shaders and %d bindings, 4 and %d are needed: %w", blocks, bindings, cull.FarthestBinding+1, gpu.ErrUnsupported)
	}
	gl.GetIntegerv(gl.MAX_COLOR_TEXTURE_SAMPLES, &samples)
	gl.GetIntegerv(gl.MAX_DEPTH_TEXTURE_SAMPLES, &depthSamples)
	o, err := o.withDefaults(int(min(samples, depthSamples)))
	if err != nil {
		return nil, err
	}
	if o.Head != nil {
		if err := checkHead(o.Head); err != nil {
			return nil, err
		}
	}
	if o.Strands.Opacity == 0 && m.opacity < leastOpacity {
		return nil, fmt.Errorf("hair: NewRenderer: all points of the model have opacity 0, want more or Options.Strands.Opacity: %w", gpu.ErrArgument)
	}
	if o.Debug.WidthPixels == 0 && m.meanWidth == 0 {
		return nil, fmt.Errorf("hair: NewRenderer: all points of the model have width 0, want more or Options.Debug.WidthPixels: %w", gpu.ErrArgument)
	}
	if f := o.Shading.Fibre; f == (scatter.Hair{}) || f == scatter.Defaults() {
		go defaultTables() // while programs compile
	}
	return kernel.Together(d, func() (*Renderer, error) { return makeRenderer(d, m, o) })
}

// makeRenderer is NewRenderer with options that were checked.
func makeRenderer(d *gpu.Device, m *Model, o Options) (_ *Renderer, err error) {
	r := &Renderer{d: d, m: m, o: o, shadowSize: o.Light.ShadowSize, follow: 1}
	r.reach.low, r.reach.high = r.Bounds()
	r.reach = r.reach.grown(m.margin).widened(m.usualWidth * o.Strands.WidthScale)
	if err := checkLights("NewRenderer: Options.Light.Lights", o.Light.Lights, r.reach.low, r.reach.high); err != nil {
		return nil, err
	}
	if err := checkEnvironment("NewRenderer: Options.Light.Environment", o.Light.Environment); err != nil {
		return nil, err
	}
	r.scene = scene.New(d, &m.hair)
	r.keepLights(o.Light.Lights, o.Light.Environment)
	var largest [2]int32
	gl.GetIntegerv(gl.MAX_VIEWPORT_DIMS, &largest[0])
	r.largest = [2]int{int(largest[0]), int(largest[1])}
	r.scene.Samples, r.scene.Traces = o.Image.Samples, o.tracesHead()
	if o.Head != nil {
		if r.whole, err = scene.NewHead(d, o.Head); err != nil {
			r.scene.Release()
			return nil, fmt.Errorf("hair: NewRenderer: the head: %w", err)
		}
		r.scene.Head = r.whole
	}
	if err = r.build(); err != nil {
		r.Release()
		return nil, err
	}
	return r, nil
}

func (r *Renderer) build() (err error) {
	if r.detail, err = cull.NewDetail(r.scene); err != nil {
		return err
	}
	if r.tone, err = tone.New(r.scene, r.o.Image.Backdrop == HorizonBackdrop); err != nil {
		return err
	}
	if r.o.Image.AutoExposure {
		if err = r.tone.Prepare(); err != nil {
			return err
		}
	}
	if r.head, err = head.New(r.scene); err != nil {
		return err
	}
	if r.shadow, err = r.makeShadow(r.o.Light.Shadow); err != nil {
		return err
	}
	if r.light, err = light.New(r.scene, r.lighting()); err != nil {
		return err
	}
	if err = r.SetFibre(r.o.Shading.Fibre, r.o.Shading.Dye); err != nil {
		return err
	}
	// Order and cull wait for kernels of their own. Meanwhile those before are compiled.
	if r.order, err = order.New(r.scene, r.o.Transparency.KeyBits); err != nil {
		return err
	}
	if r.cull, err = cull.New(r.scene, r.o.Debug.KeepAll); err != nil {
		return err
	}
	r.order.Keep()
	if r.sorts() {
		if err = r.order.Prepare(); err != nil {
			return err
		}
	}
	if r.oit, r.coreProgram, err = r.makeOIT(); err != nil {
		return err
	}
	r.stages = r.plan()
	return nil
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

// Resize makes the image width x height pixels. Call it before the first frame and when the window
// changes. Errors: gpu.ErrArgument for a size below 1, gpu.ErrTooLarge, gpu.ErrUnsupported,
// gpu.ErrWrongThread.
func (r *Renderer) Resize(width, height int) error {
	if err := r.enter("Resize"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	err := r.resize(width, height)
	if lost := r.d.Lost(); lost != nil {
		return fmt.Errorf("hair: Resize: %w", lost) // no framebuffer is complete then
	}
	return err
}

func (r *Renderer) resize(width, height int) error {
	canvas := &r.scene.Canvas
	if canvas.Width == width && canvas.Height == height {
		return nil
	}
	if width > 0 && height > 0 { // else the canvas returns the error
		if err := r.head.CheckSize(width, height); err != nil {
			return err
		}
	}
	if err := canvas.Resize(width, height, r.o.Image.Samples); err != nil {
		return err
	}
	for _, resize := range []func(width, height int) error{r.cull.Resize, r.oit.Resize, r.head.Resize} {
		if err := resize(width, height); err != nil {
			canvas.Release() // no frame without all of it
			return err
		}
	}
	return nil
}

// enter begins an operation, which r.d.Internal().Leave ends.
func (r *Renderer) enter(operation string) error {
	if r == nil {
		return fmt.Errorf("hair: %s: the Renderer is nil: %w", operation, gpu.ErrReleased)
	}
	if err := r.d.Internal().Enter(); err != nil {
		return fmt.Errorf("hair: %s: %w", operation, err)
	}
	var err error
	switch {
	case r.released:
		err = fmt.Errorf("hair: %s: the Renderer: %w", operation, gpu.ErrReleased)
	case r.m.hair.Points.View().ID() == 0:
		err = fmt.Errorf("hair: %s: the Model: %w", operation, gpu.ErrReleased)
	}
	if err != nil {
		r.d.Internal().Leave()
	}
	return err
}

// Release frees everything but the model.
func (r *Renderer) Release() {
	if r == nil || r.released || r.d.Internal().Enter() != nil {
		return
	}
	defer r.d.Internal().Leave()
	r.released = true
	r.detail.Release()
	r.front.Release()
	r.order.Release()
	r.cull.Release()
	for _, p := range []uint32{r.countProgram, r.sumProgram} {
		gl.DeleteProgram(p)
	}
	releaseOIT(r.oit, r.coreProgram)
	r.tone.Release()
	r.head.Release()
	r.light.Release()
	if r.shadow != nil {
		r.shadow.Release()
	}
	r.shadows.Release()
	r.whole.Release()
	r.draft.release()
	r.scene.Release()
}
