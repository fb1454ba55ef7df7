// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/oit"
	"github.com/combgl/comb/hair/internal/tone"
)

// ToneMap is how light becomes what a screen shows: a curve that bends bright light towards white,
// then the sRGB curve.
type ToneMap int

// The curves.
const (
	ACES      ToneMap = tone.ACES // Hill's fit of ACES' reference rendering and output transforms: contrast, full colours
	AgX       ToneMap = tone.AgX  // Sobotka's AgX by Wrensch's fit: softer, bright colours turn to white
	NoToneMap ToneMap = tone.None // none: light above 1 is cut off
)

var toneMaps = [...]string{ACES: "aces", AgX: "agx", NoToneMap: "none"}

// String is the name that ParseToneMap accepts.
func (t ToneMap) String() string { return toneMaps[t] }

// ParseToneMap finds a curve by its name. Errors: gpu.ErrArgument, with the names.
func ParseToneMap(name string) (ToneMap, error) {
	for i, n := range toneMaps {
		if n == name {
			return ToneMap(i), nil
		}
	}
	return 0, fmt.Errorf("hair: ParseToneMap: name: got %q, want one of %v: %w", name, toneMaps, gpu.ErrArgument)
}

// ToneMaps lists all curves.
func ToneMaps() (all []ToneMap) {
	for i := range toneMaps {
		all = append(all, ToneMap(i))
	}
	return all
}

// SetToneMap changes the curve of the frames that follow. It costs nothing.
func (r *Renderer) SetToneMap(t ToneMap) {
	r.o.Image.ToneMap = min(max(t, ACES), NoToneMap)
}

// SetExposure changes the exposure of the frames that follow: a factor on the light. 1 is neutral,
// 2 one stop more.
func (r *Renderer) SetExposure(e float32) { r.o.Image.Exposure = e }

func (r *Renderer) mapTones(t Target) error {
	var own uint32
	if l, ok := r.hair.(oit.Layer); ok {
		own = l.Image()
	}
	width, height := t.size(r.scene.Canvas.Width, r.scene.Canvas.Height)
	return r.tone.Run(tone.Frame{
		Curve: uint32(r.o.Image.ToneMap), Hair: own, Backdrop: !r.o.Image.NoBackdrop, Framebuffer: t.Framebuffer, Width: width, Height: height,
	})
}

// Linear is the image before exposure and tone map: linear, for screens with sRGB's primaries,
// premultiplied.
type Linear struct {
	Width, Height int
	Pixels        []float32 // red, green, blue, alpha; row by row from the top. Alpha is 0 where only the backdrop is
}

// Linear reads the latest frame back before tone mapping, and waits for it. Samples of a pixel are
// averaged. Errors: gpu.ErrView before a frame; gpu.ErrUnsupported, gpu.ErrContextLost,
// gpu.ErrWrongThread.
func (r *Renderer) Linear() (l Linear, err error) {
	if err := r.d.Internal().Enter(); err != nil {
		return l, err
	}
	defer r.d.Internal().Leave()
	if err := r.needFrame("Linear"); err != nil {
		return l, err
	}
	if method, ok := r.hair.(oit.Layer); ok && !r.laid {
		r.scene.Bind()
		if err := r.drawHead(); err != nil {
			return l, err
		}
		method.Lay()
		r.laid = true
	}
	l.Width, l.Height = r.scene.Canvas.Width, r.scene.Canvas.Height
	if l.Pixels, err = tone.Linear(r.scene); err != nil {
		return Linear{}, err
	}
	if !r.o.Image.NoBackdrop {
		tone.AddBackdrop(l.Pixels, l.Width, l.Height)
	}
	return l, r.d.Check()
}
