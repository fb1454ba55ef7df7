// SPDX-License-Identifier: MIT

package particles

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/mathgl/mgl32"
)

// Planes and axes may have any length. Zeros and a particle at the centre give no NaN.
func TestVectorsOfAnyLength(t *testing.T) {
	dev := gputest.Device(t)
	at := func(expression string) mgl32.Vec3 {
		t.Helper()
		o := Options{Emitters: []Emitter{{}}, Update: "bool update(inout Particle p) { vec3 at = vec3(0.5, 0.25, 0.0); vec3 v = vec3(0.0, -1.0, 0.0); p.position = " + expression + "; return true; }"}
		return born(t, dev, o, 1)[0].Position
	}
	hit := func(plane string) string {
		return "hitPlane(at, v, 0.5, " + plane + ", 1.0, 1.0) ? at + v * 100.0 : vec3(-1.0)"
	}
	for _, c := range []struct {
		expression string
		want       mgl32.Vec3
	}{
		{hit("vec4(0.0, 1.0, 0.0, 0.0)"), mgl32.Vec3{0.5, 100.5, 0}},
		{hit("vec4(0.0, 2.0, 0.0, 0.0)"), mgl32.Vec3{0.5, 100.5, 0}},
		{hit("vec4(0.0, 2.0, 0.0, 2.0)"), mgl32.Vec3{0.5, 101.5, 0}},
		{hit("vec4(0.0, 0.0, 0.0, 1.0)"), mgl32.Vec3{-1, -1, -1}},
		{"randomInCone(vec3(0.0, 5.0, 0.0), 0.0)", mgl32.Vec3{0, 1, 0}},
		{"randomInCone(vec3(0.0, 0.0, 0.5), 0.0)", mgl32.Vec3{0, 0, 1}},
		{"randomInCone(vec3(0.0), 0.0)", mgl32.Vec3{0, 1, 0}},
		{"vortex(at, vec3(0.0), vec3(0.0, 1.0, 0.0), 5.0, 0.0)", mgl32.Vec3{0, 0, -1}},
		{"vortex(at, vec3(0.0), vec3(0.0, 20.0, 0.0), 5.0, 0.0)", mgl32.Vec3{0, 0, -1}},
		{"vortex(at, vec3(0.0), vec3(0.0), 5.0, 0.0)", mgl32.Vec3{}},
		{"vortex(at, at, vec3(0.0, 1.0, 0.0), 5.0, 0.0)", mgl32.Vec3{}},
		{"attract(at, at, 5.0, 0.0)", mgl32.Vec3{}},
	} {
		if got := at(c.expression); !(got.Sub(c.want).Len() < 1e-3) {
			t.Errorf("%s is %v, expected %v", c.expression, got, c.want)
		}
	}
}

// init may emit events. The event is the record as update left it, also of a particle that died.
func TestInitEmitsEvents(t *testing.T) {
	dev := gputest.Device(t)
	for _, slots := range []bool{false, true} {
		s := newSystem(t, dev, Options{
			Capacity: 100, Record: ember{}, Slots: slots, Emitters: []Emitter{{}},
			Channels: []EventChannel{{Name: "births", Capacity: 100}},
			Init:     "void init(inout Particle p, Birth b) { p.life = 1u; if (b.index % 2u == 0u) emit(births); }",
			Update:   "bool update(inout Particle p) { p.life++; return p.id % 3u != 0u; }",
		})
		for range 2 {
			if err := s.Emit(0, 10); err != nil {
				t.Fatal(err)
			}
			steps(t, s, 1)
			if n, err := s.StatsNow(); err != nil || n.EventsEmitted[0] != 5 {
				t.Errorf("slots %v: %+v, %v: want 5 events, those of this step's newborn", slots, n, err)
			}
		}
	}
}
