// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/gl/v4.3-core/gl"
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
	if r.d.Enter() != nil {
		return
	}
	defer r.d.Leave()
	gl.ProgramUniform1i(r.toneProgram, uniformOf(r.toneProgram, "tone"), int32(r.o.ToneMap))
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
	return l, r.d.Check()
}
