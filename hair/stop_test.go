// SPDX-License-Identifier: MIT

package hair

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/mathgl/mgl32"
)

// A frame that was stopped anywhere leaves nothing behind: the next one has the bits of a renderer
// that was never stopped. Its shadow is found anew if it was not finished, and kept if it was.
func TestStoppedFrameLeavesNothingBehind(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{Head: ball(0.1), Light: LightOptions{ShadowSize: 64, ShadowShare: 0.5}, Transparency: TransparencyOptions{Method: Tiles}}
	o.Light.Lights = []Light{{Direction: mgl32.Vec3{1, 2, 3}, Strength: 2}, {Direction: mgl32.Vec3{-1, 1, 0}, Strength: 1}} // of the world
	// 17 rows of tiles: bands of two, and a last one of one.
	const width, height = 64, 136
	set := tuft(200)
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Release)
	renderer := func() *Renderer {
		r, err := NewRenderer(dev, m, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Release)
		if err := r.Resize(width, height); err != nil {
			t.Fatal(err)
		}
		return r
	}
	r, never := renderer(), renderer()
	target := newTarget(t, width, height)
	image := func(r *Renderer, c Camera) []byte {
		t.Helper()
		if err := r.Frame(c, Target{Framebuffer: target}, nil); err != nil {
			t.Fatal(err)
		}
		return readTarget(target, width, height)
	}
	first, second := front(r), front(r).Orbit(0.5, 0.1, 0.9)
	want, other := image(never, first), image(never, second)
	if bytes.Equal(want, other) {
		t.Fatal("both cameras see the same")
	}
	steps := 0
	r.SetStop(func() bool { steps++; return false })
	if !bytes.Equal(image(r, first), want) {
		t.Fatal("a frame that could have been stopped differs")
	}
	bands := 1
	if dev.Caps().Software {
		bands = 9
	}
	if stages := len(r.stages); steps < stages+2*len(o.Light.Lights)+bands-1 {
		t.Fatalf("called %d times in %d stages with %d lights, the last with %d bands", steps, stages, len(o.Light.Lights), bands)
	}
	for stop := range steps {
		gputest.Run(t, dev, fmt.Sprint("step=", stop), func(t *testing.T) {
			for _, redo := range []bool{false, true} {
				before := image(r, first)
				if redo {
					r.RedoShadow()
				}
				asked := 0
				r.SetStop(func() bool { asked++; return asked > stop })
				err := r.Frame(second, Target{Framebuffer: target}, nil)
				r.SetStop(nil)
				if stopped := errors.Is(err, ErrStopped); stopped != (asked > stop) || !stopped && err != nil {
					t.Fatalf("redo %v: called %d times: %v", redo, asked, err)
				}
				if err == nil {
					continue // a shadow that is kept calls it fewer times
				}
				if _, err := r.Layers(); !errors.Is(err, gpu.ErrArgument) {
					t.Errorf("redo %v: after a stopped frame Layers returns %v", redo, err)
				}
				if !bytes.Equal(readTarget(target, width, height), before) {
					t.Errorf("redo %v: a stopped frame drew into the target", redo)
				}
				if !bytes.Equal(image(r, second), other) || !bytes.Equal(image(r, first), want) {
					t.Errorf("redo %v: frames after a stopped one differ", redo)
				}
			}
		})
	}
	// Other lights, stopped, and then the lights of before: their shadow is gone.
	gputest.Run(t, dev, "lights", func(t *testing.T) {
		if err := r.SetLights([]Light{{Direction: mgl32.Vec3{0, 1, -1}, Strength: 1}, o.Light.Lights[1]}, nil); err != nil {
			t.Fatal(err)
		}
		asked := 0
		r.SetStop(func() bool { asked++; return asked > len(r.stages)/2 })
		if err := r.Frame(first, Target{Framebuffer: target}, nil); !errors.Is(err, ErrStopped) {
			t.Fatalf("not stopped: %v", err)
		}
		if err := r.Reserve(first); !errors.Is(err, ErrStopped) {
			t.Errorf("Reserve is not stopped: %v", err)
		}
		r.SetStop(nil)
		if err := r.SetLights(o.Light.Lights, nil); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(image(r, first), want) {
			t.Error("the shadow of stopped lights is left")
		}
	})
}
