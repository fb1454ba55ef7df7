// SPDX-License-Identifier: MIT

package draw

import (
	"errors"
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/particles"
	"github.com/go-gl/gl/v4.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
)

var camera = particles.Camera{View: mgl32.Ident4(), Projection: mgl32.Perspective(1, 1, 1, 9), Near: 1, Far: 9}

// With PreserveState every call leaves the caller's state as it was.
func TestStateIsPreserved(t *testing.T) { stateTest(t, true) }

// Without PreserveState the calls change the documented state only.
func TestStateIsAsDocumented(t *testing.T) { stateTest(t, false) }

func stateTest(t *testing.T, preserve bool) {
	dev := gputest.DeviceWith(t, gpu.Options{PreserveState: preserve})
	litter := gputest.Litter(t, dev)
	var allowed []string
	if !preserve {
		var bindings int32
		gl.GetIntegerv(gl.MAX_UNIFORM_BUFFER_BINDINGS, &bindings)
		allowed = []string{"storage 0 ", "storage 1 ", "storage 2 ", "storage 3 ", "storage:", "uniform:", fmt.Sprintf("uniform %d ", bindings-2), fmt.Sprintf("uniform %d ", bindings-1)}
	}
	s, err := particles.New(dev, options())
	if err != nil {
		t.Fatal(err)
	}
	s.SetCamera(camera)
	if err := s.Emit(0, 5); err != nil {
		t.Fatal(err)
	}
	if err := s.Step(0.1); err != nil {
		t.Fatal(err)
	}
	var depth uint32
	gl.GenTextures(1, &depth)
	gl.BindTexture(gl.TEXTURE_2D, depth)
	gl.TexStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT32F, size, size)
	newScreen(t)
	for _, unit := range []uint32{0, 3, 7} {
		gputest.Run(t, dev, fmt.Sprint("unit=", unit), func(t *testing.T) {
			var r *Renderer
			made := append([]string{"program:"}, allowed...)
			if preserve {
				made = nil
			}
			gputest.Unchanged(t, litter, fmt.Sprintf("PreserveState %v: New", preserve), func() error {
				r, err = New(dev, s, Options{Look: look, Ribbon: ribbon, DepthUnit: unit})
				return err
			}, made...)
			if r == nil {
				t.FailNow()
			}
			for _, target := range []Target{{}, {Depth: depth, Soft: 1}} {
				gputest.Unchanged(t, litter, fmt.Sprintf("PreserveState %v: Draw", preserve), func() error {
					return r.Draw(camera, target)
				}, allowed...)
			}
			r.Release()
		})
	}
	gl.DeleteTextures(1, &depth)
	s.Release()
}

// A renderer refuses a system that is released, as one that is released itself, or was never made.
func TestDrawAfterReleaseIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	s, err := particles.New(dev, options())
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(dev, s, Options{Look: look, Ribbon: ribbon})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Release()
	s.SetCamera(camera)
	if err := s.Step(0.1); err != nil {
		t.Fatal(err)
	}
	s.Release()
	for name, r := range map[string]*Renderer{"of a released system": r, "nil": nil, "zero": {}} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			if err := r.Draw(particles.Camera{}, Target{}); !errors.Is(err, gpu.ErrReleased) {
				t.Errorf("a renderer %s: %v", name, err)
			}
		})
	}
	for name, s := range map[string]*particles.System{"released": s, "nil": nil, "zero": {}} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			if r, err := New(dev, s, Options{Look: look}); r != nil || !errors.Is(err, gpu.ErrReleased) {
				t.Errorf("a renderer of a %s system: %v", name, err)
			}
		})
	}
	(&Renderer{}).Release()
}
