// SPDX-License-Identifier: MIT

package particles

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

// Macros of Functions hold in Init and Update, and end behind them.
func TestTheMacrosOfFunctionsHoldInInitAndUpdate(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(10)
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
