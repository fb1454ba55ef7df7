// SPDX-License-Identifier: MIT

package main

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersFluid(t *testing.T) {
	f, err := newFluid(gputest.Device(t), 100)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	density, force := fluidSpecs(100, f.grid.GLSL())
	gputest.Validate(t, []kernel.Spec{density, force})
}

// Drops at rest have 30 neighbours inside the box; a step with other forces, or places that are not
// the grid's, is reported.
func TestFluidIsChecked(t *testing.T) {
	dev := gputest.Device(t)
	f, err := newFluid(dev, 4096)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	for range 5 {
		if err := f.step(nil); err != nil {
			t.Fatal(err)
		}
	}
	near, err := f.check()
	if err != nil || near < 15 || near > 35 {
		t.Errorf("%v neighbours, %v", near, err)
	}
	density, _ := fluidSpecs(4096, f.grid.GLSL())
	density.Constants["SMOOTH_SCALE"] = density.Constants["SMOOTH_SCALE"].(float32) * 1.01
	other, err := kernel.New(dev, density)
	if err != nil {
		t.Fatal(err)
	}
	f.density.Release()
	f.density = other
	if _, err := f.check(); err == nil {
		t.Error("a wrong density passes")
	}
	if err := eachOnce([]uint32{0, 2, 2}); err == nil {
		t.Error("an order with a drop twice passes")
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// A step of any size is right, also of drops that do not fill the box.
func TestFluidSteps(t *testing.T) {
	dev := gputest.Device(t)
	gputest.Each(t, dev, "n", []int{1, 70, 1024, 5000}, func(t *testing.T, n int) {
		m := maker{cell: newCell("fluid", n), d: dev, seed: 1}
		j := m.fluidJob()
		if j.err != nil {
			t.Fatal(j.err)
		}
		for range 3 {
			if err := j.run(); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.check(); err != nil {
			t.Errorf("%d: %v", n, err)
		}
		j.free()
	})
}
