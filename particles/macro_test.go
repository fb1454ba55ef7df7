// SPDX-License-Identifier: MIT

package particles

import (
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Macros of Functions hold in Init and Update, and end behind them.
func TestFunctionsMacrosReachInitAndUpdate(t *testing.T) {
	for _, a := range []gpu.Algorithm{gpu.ReduceThenScan, gpu.SinglePass} {
		t.Run(a.String(), func(t *testing.T) { functionsMacros(t, a) })
	}
}

func functionsMacros(t *testing.T, a gpu.Algorithm) {
	dev := gputest.Device(t)
	o := moteOptions(10)
	o.Algorithm = a
	o.Emitters = []Emitter{{}}
	o.Functions = "#define BORN vec3(1.0)\n#define ALIVE true\n#define if while\n"
	o.Init = "void init(inout Particle p, Birth b) { p.position = BORN; }\n#define for if\n"
	o.Update = "bool update(inout Particle p) { p.position += BORN; return ALIVE; }\n#define bits 0u\n#define sync discard\n"
	s, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if err := s.Emit(0, 3); err != nil {
		t.Fatal(err)
	}
	if err := s.Step(0.5); err != nil {
		t.Fatal(err)
	}
	alive, err := s.StatsNow()
	if err != nil || alive.Alive != 3 {
		t.Errorf("%+v, %v", alive, err)
	}
}

// Macros of Cull and Sort.Key end behind them: the order is that without any.
func TestCullAndKeyMacrosDoNotLeak(t *testing.T) {
	dev := gputest.Device(t)
	var first []uint32
	const macros = "\n#define if while\n#define n 0u\n#define uint bool\n#define for if"
	for _, c := range []struct {
		algorithm gpu.Algorithm
		macros    string
	}{{gpu.ReduceThenScan, ""}, {gpu.ReduceThenScan, macros}, {gpu.SinglePass, macros}} {
		o := moteOptions(300)
		o.Algorithm = c.algorithm
		o.Emitters = []Emitter{{Shape: Box, Size: [3]float32{2, 2, 2}}}
		o.Cull = "bool visible(Particle p) { return p.position.x > 0.0; }" + c.macros
		o.Sort = Sort{By: ByKey, Key: "uint key(Particle p) { return uint(p.position.y * 100.0 + 300.0); }" + c.macros}
		s := newSystem(t, dev, o)
		if err := s.Emit(0, 300); err != nil {
			t.Fatal(err)
		}
		if err := s.Step(0.01); err != nil {
			t.Fatal(err)
		}
		word, _ := s.Drawn().Word()
		var n [1]uint32
		if err := gpu.Download(dev, word, n[:]); err != nil || n[0] < 50 || n[0] > 250 {
			t.Fatalf("%v with macros %q: %d drawn, %v", c.algorithm, c.macros, n[0], err)
		}
		view, _ := s.Order()
		order := make([]uint32, n[0])
		if err := gpu.Download(dev, view, order); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = order
		} else if !slices.Equal(first, order) {
			t.Error("macros behind Cull and Sort.Key change the order")
		}
	}
}
