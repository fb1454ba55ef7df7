// SPDX-License-Identifier: MIT

// Package tone turns light into what a screen shows: exposure, tone curve, backdrop, dither, sRGB.
//
// It reads scene.Canvas, or scene.Traced where scene.Traces, and the image of an OIT method that
// has one of its own. It writes scene.Canvas.Shown and the caller's framebuffer.
package tone

import (
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// The tone curves: hair.ToneMap has the same numbers.
const (
	ACES = iota
	AgX
	None
)

// Mapper is the tone stage.
type Mapper struct {
	s                       *scene.Scene
	kernel                  *kernel.Kernel
	tone, hair, hasBackdrop kernel.Uniform
	copy                    uint32 // the program that copies the result to a framebuffer; 0 before the first
	exposer                 exposer
}

// Frame holds the parameters of the tone stage for one frame.
type Frame struct {
	Curve         uint32
	Hair          uint32 // an image of the hair that lies over the head, premultiplied; 0 is none
	Backdrop      uint32 // NoBackdrop, Studio or Outdoors
	Framebuffer   uint32
	Texture       uint32  // takes the place of Framebuffer: RGBA8, of the image's size; 0 is none
	Width, Height int     // of the target
	Key           float32 // for the automatic exposure: see Key
	Follow        float32 // how far the automatic exposure goes to that of the frame; 0: no automatic exposure
}

func spec(samples int, traced, outdoors bool) kernel.Spec {
	file := "hair/tone_scene.glsl#traced"
	c := shaders.Constants{
		"SIDE": scene.BlockSide, "TONE_AGX": AgX, "TONE_NONE": None, "UNIT_SUMS": scene.UnitSums, "OUTDOORS": word(outdoors)}
	if !traced {
		file, c["SAMPLES"], c["LIGHT"] = "hair/tone_scene.glsl#drawn", samples, scene.Sampler(samples)
	}
	return kernel.Spec{File: "hair/tone_map.comp.glsl", Shape: scene.Flat, Constants: c, Buffers: []string{"Exposure"}, Slots: map[string]shaders.Snippet{"TONE_SCENE": {File: file}}}
}

func copyProgram() scene.Program {
	return scene.Program{Vertex: "hair/screen_fill.vert.glsl", Fragment: "hair/screen_fill.frag.glsl#copy"}
}

// New compiles the kernel. outdoors is for the backdrop Outdoors. Errors:
// gpu.ErrShader.
func New(s *scene.Scene, outdoors bool) (*Mapper, error) {
	t := &Mapper{s: s}
	if err := t.build(outdoors); err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

func (t *Mapper) build(outdoors bool) (err error) {
	if t.kernel, err = kernel.New(t.s.Device, spec(t.s.Samples, t.s.Traces, outdoors)); err != nil {
		return err
	}
	for name, u := range map[string]*kernel.Uniform{"tone": &t.tone, "has_hair": &t.hair, "has_backdrop": &t.hasBackdrop} {
		if *u, err = t.kernel.Uniform(name); err != nil {
			return err
		}
	}
	t.exposer, err = newExposer(t.s)
	return err
}

// Release frees the kernel and the program.
func (t *Mapper) Release() {
	if t == nil {
		return
	}
	t.kernel.Release()
	t.exposer.release()
	gl.DeleteProgram(t.copy)
}

func word(on bool) uint32 {
	if on {
		return 1
	}
	return 0
}

// Run enqueues the tone map, and the copy to a target that is no texture. The first copy compiles.
// Errors: gpu.ErrShader.
func (t *Mapper) Run(f Frame) error {
	k, canvas := t.kernel, &t.s.Canvas
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0) // what was drawn is read
	target, light := canvas.Target, canvas.Color
	if t.s.Traces {
		target, light = gl.TEXTURE_2D, t.s.Traced.Image
	}
	gl.BindTexture(target, light)
	scene.Show(scene.UnitSums, f.Hair)
	if f.Follow > 0 {
		t.exposer.run(f.Hair != 0, f.Follow, f.Key, mostStopsOver(f.Backdrop))
	}
	shown, format := canvas.Shown, uint32(gl.RGBA16)
	if f.Texture != 0 {
		shown, format = f.Texture, gl.RGBA8
	}
	gl.BindImageTexture(0, shown, 0, false, 0, gl.WRITE_ONLY, format)
	k.SetBuffer(0, t.exposer.factor.View())
	k.Set(t.tone, f.Curve)
	k.Set(t.hair, word(f.Hair != 0))
	k.Set(t.hasBackdrop, word(f.Backdrop != NoBackdrop))
	k.Dispatch(canvas.Blocks())
	gl.BindImageTexture(0, 0, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16)
	scene.Show(scene.UnitSums, 0)
	gl.BindTexture(target, 0)
	t.s.AfterDraw()
	if f.Texture != 0 {
		return nil
	}
	if err := copyProgram().LinkOnce(t.s.Device, &t.copy); err != nil {
		return err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, f.Framebuffer)
	scene.PlainState(f.Width, f.Height)
	scene.Show(0, canvas.Shown)
	t.s.Fill(t.copy)
	scene.Show(0, 0)
	return nil
}
