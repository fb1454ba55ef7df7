// SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func TestShadersNaiveParticles(t *testing.T) {
	var all []kernel.Spec
	for _, s := range naiveSpecs() {
		all = append(all, s)
	}
	gputest.Validate(t, all)
}

// Each variant makes the step that its check expects, with tiles to merge and without; a wrong one
// is reported.
func TestParticleSteps(t *testing.T) {
	dev := gputest.Device(t)
	gputest.Each(t, dev, "n", []int{1, 70, 1024, 5000}, func(t *testing.T, n int) {
		gputest.Each(t, dev, "", []string{wholeFrame, naive}, func(t *testing.T, way string) {
			m := maker{cell: newCell("particles", n), d: dev, seed: 1}
			m.variant = way
			j := m.particlesJob()
			if j.err != nil {
				t.Fatal(j.err)
			}
			for range 3 {
				if err := j.run(); err != nil {
					t.Fatal(err)
				}
			}
			if err := j.check(); err != nil {
				t.Errorf("%s of %d: %v", way, n, err)
			}
			j.free()
		})
	})
}

// swapped is a system that draws the nearest first, or that loses one.
type swapped struct {
	motes
	loses bool
}

func (s swapped) state() ([]mote, []uint32, uint32, error) {
	all, order, next, err := s.motes.state()
	if s.loses {
		all = all[:len(all)-1]
		order = slices.DeleteFunc(order, func(at uint32) bool { return int(at) == len(all) })
	} else {
		slices.Reverse(order)
	}
	return all, order, next, err
}

func TestWrongParticleStepsAreReported(t *testing.T) {
	dev := gputest.Device(t)
	m := maker{cell: newCell("particles", 300), d: dev, seed: 1}
	gputest.Each(t, dev, "loses", []bool{false, true}, func(t *testing.T, loses bool) {
		s, err := newCombMotes(m)
		if err != nil {
			t.Fatal(err)
		}
		step := func() error { return s.step(300, nil) }
		if err := step(); err != nil {
			t.Fatal(err)
		}
		if err := m.checkMotes(swapped{s, loses}, step); err == nil {
			t.Errorf("loses %v: it passes", loses)
		}
		s.Release()
	})
}

func TestTheNaiveRatio(t *testing.T) {
	var out strings.Builder
	rows := []result.Row{result.New("particles", naive, 1<<16), result.New("particles", wholeFrame, 1<<16)}
	for i, us := range []float64{500, 100} {
		rows[i].Checked = true
		rows[i].Settle(result.Times{GPU: []float64{us}, Wall: []float64{us}, Reliable: true}, result.Row{})
	}
	againstNaive(&out, rows)
	if text := out.String(); !strings.Contains(text, "2^16     5.00") {
		t.Error(text)
	}
	out.Reset()
	if againstNaive(&out, rows[:1]); out.Len() > 0 {
		t.Error(out.String())
	}
}
