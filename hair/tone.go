// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

// ToneMap is how light becomes what a screen shows: a curve that bends bright light towards white, then the sRGB curve.
type ToneMap int

// The curves.
const (
	ACES      ToneMap = iota // Hill's fit of ACES' reference rendering and output transforms: contrast, full colours
	AgX                      // Sobotka's AgX by Wrensch's fit: softer, bright colours turn to white
	NoToneMap                // none: light above 1 is cut off
)

var toneMaps = [...]string{ACES: "aces", AgX: "agx", NoToneMap: "none"}

func (t ToneMap) String() string { return toneMaps[t] }

// ParseToneMap is the curve of that name. Errors: gpu.ErrArgument, with the names there are.
func ParseToneMap(name string) (ToneMap, error) {
	for i, n := range toneMaps {
		if n == name {
			return ToneMap(i), nil
		}
	}
	return 0, fmt.Errorf("hair: ParseToneMap: %q, want one of %v: %w", name, toneMaps, gpu.ErrArgument)
}

// ToneMaps are all curves.
func ToneMaps() (all []ToneMap) {
	for i := range toneMaps {
		all = append(all, ToneMap(i))
	}
	return all
}

// SetToneMap changes the curve of the frames that follow. It costs nothing.
func (r *Renderer) SetToneMap(t ToneMap) {
	r.o.ToneMap = min(max(t, ACES), NoToneMap)
}

// toner turns the canvas into what a screen shows.
type toner struct {
	kernel                  *gpu.Kernel
	tone, hair, hasBackdrop gpu.Uniform
	copy                    uint32 // the program that copies the result to the target
}

// toneSide is the side in pixels of what a workgroup of the tone kernel takes.
const toneSide = 16

func toneSpec(samples int, traced bool) gpu.Spec {
	file := "hair/tone_scene_traced.glsl"
	c := shaders.Constants{
		"SIDE": toneSide, "TONE_AGX": int(AgX), "TONE_NONE": int(NoToneMap), "UNIT_SUMS": unitSums}
	if !traced {
		file, c["SAMPLES"], c["LIGHT"] = "hair/tone_scene_drawn.glsl", samples, samplerOf(samples)
	}
	return gpu.Spec{File: "hair/tone_map.comp.glsl", Shape: flat, Constants: c, Slots: map[string]shaders.Snippet{"TONE_SCENE": {File: file}}}
}

func (t *toner) build(d *gpu.Device, o Options) (err error) {
	if t.kernel, err = d.NewKernel(toneSpec(o.Samples, o.tracesHead())); err != nil {
		return err
	}
	for name, u := range map[string]*gpu.Uniform{"tone": &t.tone, "has_hair": &t.hair, "has_backdrop": &t.hasBackdrop} {
		if *u, err = t.kernel.Uniform(name); err != nil {
			return err
		}
	}
	t.copy, err = copyFiles().link(d)
	return err
}

func (t *toner) release() {
	t.kernel.Release()
	gl.DeleteProgram(t.copy)
}

// layer is a way whose hair lies in a picture of its own, premultiplied, until the tone map lays it over the scene.
type layer interface {
	picture() uint32
	lay() // draws it over the canvas
}

func word(on bool) uint32 {
	if on {
		return 1
	}
	return 0
}

func (r *Renderer) mapTones(t Target) error {
	k, own := r.toner.kernel, uint32(0)
	if l, ok := r.hair.(layer); ok {
		own = l.picture()
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0) // what was drawn is read
	target, scene := r.canvas.target, r.canvas.color
	if r.tracer != nil {
		target, scene = gl.TEXTURE_2D, r.tracer.picture
	}
	gl.BindTexture(target, scene)
	show(unitSums, own)
	gl.BindImageTexture(0, r.canvas.shown, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16)
	k.Set(r.toner.tone, uint32(r.o.ToneMap))
	k.Set(r.toner.hair, word(own != 0))
	k.Set(r.toner.hasBackdrop, word(!r.o.Bare))
	k.Dispatch(r.blocks())
	gl.BindImageTexture(0, 0, 0, false, 0, gl.WRITE_ONLY, gl.RGBA16)
	show(unitSums, 0)
	gl.BindTexture(target, 0)
	r.wrote()

	gl.BindFramebuffer(gl.FRAMEBUFFER, t.Framebuffer)
	width, height := t.size(r.canvas.width, r.canvas.height)
	plainState(width, height)
	show(0, r.canvas.shown)
	r.fill(r.toner.copy)
	show(0, 0)
	return nil
}

// backdropAt is the CPU twin of hair/backdrop.glsl. at: 0 to 1 in both directions, from the lower left.
func backdropAt(at mgl32.Vec2, aspect float32) (light mgl32.Vec3) {
	x, y := (at[0]-0.5)*aspect, at[1]-0.55
	pool := float32(math.Exp(-2.4 * float64(x*x+y*y)))
	for i, dark := range [...]float32{0.030, 0.033, 0.040} {
		light[i] = dark + pool*([...]float32{0.175, 0.180, 0.195}[i]-dark)
	}
	return light
}

// Linear is the picture before exposure and tone map: linear, for screens of sRGB's primaries, premultiplied.
type Linear struct {
	Width, Height int
	Pixels        []float32 // red, green, blue, alpha; row by row from the top. Alpha is 0 where only the backdrop is
}

// Linear reads the latest frame back before tone mapping, and waits for it. Samples of a pixel are averaged.
// Errors: gpu.ErrView before a frame; gpu.ErrUnsupported, gpu.ErrContextLost, gpu.ErrWrongThread.
func (r *Renderer) Linear() (l Linear, err error) {
	if err := r.d.Enter(); err != nil {
		return l, err
	}
	defer r.d.Leave()
	if !r.framed || r.canvas.framebuffer == 0 {
		return l, fmt.Errorf("hair: Linear before a frame: %w", gpu.ErrView)
	}
	if way, ok := r.hair.(layer); ok && !r.laid {
		gl.BindBufferBase(gl.UNIFORM_BUFFER, 0, r.block)
		if err := r.drawScene(Target{}); err != nil {
			return l, err
		}
		way.lay()
		r.laid = true
	}
	width, height := int32(r.canvas.width), int32(r.canvas.height)
	var framebuffer, color uint32
	gl.GenRenderbuffers(1, &color)
	gl.BindRenderbuffer(gl.RENDERBUFFER, color)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA16F, width, height)
	gl.BindRenderbuffer(gl.RENDERBUFFER, 0)
	gl.GenFramebuffers(1, &framebuffer)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, color)
	defer func() {
		gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
		gl.DeleteFramebuffers(1, &framebuffer)
		gl.DeleteRenderbuffers(1, &color)
	}()
	if status := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		if err := r.d.Lost(); err != nil {
			return l, fmt.Errorf("hair: %w", err)
		}
		return l, fmt.Errorf("hair: a linear picture of %dx%d (framebuffer status 0x%X): %w", width, height, status, gpu.ErrUnsupported)
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.canvas.framebuffer)
	gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	rows := make([]float32, 4*width*height) // GL's: the bottom first
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, width, height, gl.RGBA, gl.FLOAT, gl.Ptr(rows))
	l = Linear{Width: r.canvas.width, Height: r.canvas.height, Pixels: make([]float32, 0, len(rows))}
	for y := l.Height - 1; y >= 0; y-- {
		l.Pixels = append(l.Pixels, rows[4*y*l.Width:][:4*l.Width]...)
	}
	if !r.o.Bare {
		l.addBackdrop()
	}
	return l, r.d.Check()
}

// addBackdrop puts the backdrop behind the picture, and leaves its alpha.
func (l Linear) addBackdrop() {
	w, h := float32(l.Width), float32(l.Height)
	for i := range l.Width * l.Height {
		p := l.Pixels[4*i:][:4]
		x, y := i%l.Width, l.Height-1-i/l.Width
		b := backdropAt(mgl32.Vec2{(float32(x) + 0.5) / w, (float32(y) + 0.5) / h}, w/h)
		for a := range 3 {
			p[a] += (1 - p[3]) * b[a]
		}
	}
}
