// SPDX-License-Identifier: MIT

package draw

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/gpu/offscreen"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/grid"
	"github.com/go-gl/mathgl/mgl32"
)

// While another context is current, calls that return errors return one, and the others do nothing.
// Released objects are deleted later, in their own context.
func TestCallsInAnotherContextAreRefused(t *testing.T) {
	gputest.Device(t) // locks the thread; skips where there is no GL at all
	ctx, err := offscreen.New(offscreen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ctx.Release()
	dev, err := ctx.Attach(gpu.Options{NoCache: true, NoSelfTest: true})
	if err != nil {
		t.Fatal(err)
	}
	none := gputest.ObjectsNow()
	s, err := particles.New(dev, options())
	if err != nil {
		t.Fatal(err)
	}
	r, err := New(dev, s, Options{Look: look, Ribbon: ribbon})
	if err != nil {
		t.Fatal(err)
	}
	g, err := grid.New(dev, grid.Options{Capacity: 10, Cell: 1, Hashed: true})
	if err != nil {
		t.Fatal(err)
	}

	other := gputest.Device(t) // and its context is current
	if r, err := New(other, s, Options{Look: look}); r != nil || !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "the System's records") {
		t.Errorf("a renderer for a system of another Device: %v", err)
	}
	litter := gputest.Litter(t, other)
	for range 50 { // so that the names of the first context's objects are names here too
		gputest.Litter(t, other)
	}
	for name, call := range map[string]func() error{
		"Step": func() error { return s.Step(0.1) },
		"Draw": func() error {
			return r.Draw(particles.Camera{View: mgl32.Ident4(), Projection: mgl32.Ident4()}, Target{})
		},
		"Build": func() error { return g.Build(s.Records(), s.Alive()) },
	} {
		gputest.Unchanged(t, litter, name, func() error {
			if err := call(); !errors.Is(err, gpu.ErrWrongContext) {
				t.Errorf("%s in another context: %v", name, err)
			}
			return nil
		})
	}
	for name, call := range map[string]func(){"BindUniforms": s.BindUniforms, "Bind": g.Bind} {
		gputest.Unchanged(t, litter, name, func() error { call(); return nil })
	}
	gputest.LeavesNothing(t, other, "Release in another context", func() {
		r.Release()
		g.Release()
		s.Release()
	})

	if err := ctx.MakeCurrent(); err != nil {
		t.Fatal(err)
	}
	if err := dev.Check(); !errors.Is(err, gpu.ErrWrongContext) {
		t.Errorf("Check after Bind in another context: %v", err)
	}
	if left := gputest.ObjectsNow(); left != none {
		t.Errorf("Release in another context leaves %+v, before there were %+v", left, none)
	}
	dev.Release()
}
