// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"

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

// String is the name that ParseToneMap accepts. Other values have their number: tonemap(99).
func (t ToneMap) String() string {
	if t < 0 || int(t) >= len(toneMaps) {
		return fmt.Sprintf("tonemap(%d)", int(t))
	}
	return toneMaps[t]
}

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

// SetToneMap changes the curve of the frames that follow. It costs nothing. Errors:
// gpu.ErrArgument for another than those of ToneMaps; gpu.ErrWrongThread, gpu.ErrReleased.
func (r *Renderer) SetToneMap(t ToneMap) error {
	if err := r.enter("SetToneMap"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if t < 0 || int(t) >= len(toneMaps) {
		return fmt.Errorf("hair: SetToneMap: got tone map %d, want 0 to %d: %w", int(t), len(toneMaps)-1, gpu.ErrArgument)
	}
	r.o.Image.ToneMap = t
	return nil
}

// mostExposure is the largest factor on the light.
const mostExposure = 1e6

// SetExposure changes the exposure of the frames that follow: a factor on the light, above 0 and up
// to 1e6. 1 is neutral, 2 one stop more. Errors: gpu.ErrArgument, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (r *Renderer) SetExposure(e float32) error {
	if err := r.enter("SetExposure"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if !(e > 0 && e <= mostExposure) {
		return fmt.Errorf("hair: SetExposure: got %v, want above 0 and up to %v: %w", e, float32(mostExposure), gpu.ErrArgument)
	}
	r.o.Image.Exposure = e
	return nil
}

// SetAutoExposure turns the automatic exposure of the frames that follow on or off. It is a factor
// beside that of SetExposure, from 1/64 to 64. The GPU counts the pixels of hair and head by their
// light. The brighter half, without the brightest twentieth, is brought to a mean brightness, a
// lower one for dark hair without a head. Before HorizonBackdrop the factor is at most 1.7, so that
// the sky does not turn white. The sums are of integers, so equal frames have the same bits. No
// call waits for it. The first call with true compiles two kernels. Errors: gpu.ErrShader,
// gpu.ErrOutOfMemory, gpu.ErrWrongThread.
func (r *Renderer) SetAutoExposure(on bool) error {
	if err := r.enter("SetAutoExposure"); err != nil {
		return err
	}
	defer r.d.Internal().Leave()
	if on {
		if err := r.tone.Prepare(); err != nil {
			return err
		}
	} else if err := r.tone.Reset(); err != nil {
		return err
	}
	if on != r.o.Image.AutoExposure {
		r.exposed = false
	}
	r.o.Image.AutoExposure = on
	return nil
}

// exposureKey is the brightness in stops that the automatic exposure brings hair and head to. Hair
// without a head has nothing beside it that shows how dark it is. Dark hair then keeps half of its
// darkness, in stops, up to three.
func (r *Renderer) exposureKey() float32 {
	if r.o.Head != nil {
		return tone.Key
	}
	ink := r.m.ink
	if dye := r.o.Shading.Dye; dye != nil {
		ink = r.o.Shading.Fibre.Tint(*dye).Ink()
	}
	const fair = 2.3 // the ink of hair that is as bright as skin
	return tone.Key + float32(max(-3, min((fair-ink)/(2*math.Ln2), 0)))
}

// SetExposureFollow changes how far the automatic exposure of the frames that follow goes from that
// of the frame before to their own, in stops: 1, the default, is all of the way. A caller that
// draws frames dt seconds apart passes 1-exp(-dt/t) for a time constant of t. The first automatic
// frame goes all of the way. Values outside of 0.001 to 1 are clamped; NaN is 1.
func (r *Renderer) SetExposureFollow(share float32) { r.follow = cut(share, 0.001) }

// ExposureFactor reads the automatic factor of the latest frame, 1 without one, and waits for it.
// Errors: gpu.ErrContextLost, gpu.ErrWrongThread.
func (r *Renderer) ExposureFactor() (float32, error) {
	if err := r.enter("ExposureFactor"); err != nil {
		return 0, err
	}
	defer r.d.Internal().Leave()
	return r.tone.Exposure()
}

func (r *Renderer) mapTones(t Target) error {
	var own uint32
	if l, ok := r.oit.(oit.Layer); ok {
		own = l.Image()
	}
	width, height := t.size(r.scene.Canvas.Width, r.scene.Canvas.Height)
	follow := float32(0)
	if r.o.Image.AutoExposure {
		if follow = r.follow; !r.exposed {
			follow = 1
		}
		r.exposed = true
	}
	return r.tone.Run(tone.Frame{
		Follow: follow, Key: r.exposureKey(),
		Curve: uint32(r.o.Image.ToneMap), Hair: own, Backdrop: r.backdrop(), Framebuffer: t.Framebuffer, Texture: t.Texture, Width: width, Height: height,
	})
}

// Backdrop is what stands behind hair and head.
type Backdrop int

// The backdrops.
const (
	StudioBackdrop  Backdrop = iota // a soft pool of light on grey
	HorizonBackdrop                 // sky, haze at the horizon and ground: Horizon is its light from all around
)

func (r *Renderer) backdrop() uint32 {
	switch {
	case r.o.Image.NoBackdrop:
		return tone.NoBackdrop
	case r.o.Image.Backdrop == HorizonBackdrop:
		return tone.Outdoors
	}
	return tone.Studio
}

// Linear is the image before exposure and tone map: linear, for screens with sRGB's primaries,
// premultiplied. With a backdrop all of it has alpha 1. With ImageOptions.NoBackdrop alpha is the
// part of a pixel that hair and head cover, so the image can be laid over another.
type Linear struct {
	Width, Height int
	Pixels        []float32 // red, green, blue, alpha; row by row from the top
}

// Linear reads the latest frame back before tone mapping, and waits for it. Samples of a pixel are
// averaged. Errors: gpu.ErrArgument before Frame; gpu.ErrUnsupported, gpu.ErrContextLost,
// gpu.ErrWrongThread.
func (r *Renderer) Linear() (l Linear, err error) {
	if err := r.enter("Linear"); err != nil {
		return l, err
	}
	defer r.d.Internal().Leave()
	if err := r.needFrame("Linear"); err != nil {
		return l, err
	}
	method, layered := r.oit.(oit.Layer)
	traced := layered && r.scene.Traces
	if layered && !traced && !r.laid {
		r.scene.Bind()
		if err := r.drawHead(); err != nil {
			return l, err
		}
		if err := method.Lay(); err != nil {
			return l, err
		}
		r.laid = true
	}
	l.Width, l.Height = r.scene.Canvas.Width, r.scene.Canvas.Height
	if traced {
		l.Pixels, err = tone.LinearOf(r.scene, method.Image())
	} else {
		l.Pixels, err = tone.Linear(r.scene)
	}
	if err != nil {
		return Linear{}, err
	}
	if b := r.backdrop(); b != tone.NoBackdrop {
		tone.AddBackdrop(l.Pixels, l.Width, l.Height, b, r.scene.Frame)
	}
	return l, r.d.Check()
}
