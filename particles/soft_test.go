// SPDX-License-Identifier: MIT

package particles

import (
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/mathgl/mgl32"
)

// Forces with a distance below which they grow no more. The step is 0.1 s.
func TestSoftForces(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{
		Update: `bool update(inout Particle p) {
    p.position = attract(vec3(2.0, 0.0, 0.0), vec3(0.0), 8.0, 1.5);
    p.velocity = vortex(vec3(2.0, 3.0, 0.0), vec3(0.0), vec3(0.0, 1.0, 0.0), 6.0, 1.0);
    return true;
}`,
		Emitters: []Emitter{{}},
	}
	pull := mgl32.Vec3{float32(-2 * 8 / math.Pow(4+2.25, 1.5) * 0.1)}
	whirl := mgl32.Vec3{0, 0, -2 * 6 / (4 + 1.0) * 0.1}
	for _, p := range born(t, dev, o, 1) {
		if d := mgl32.Vec3(p.Position).Sub(pull); d.Len() > 1e-5 {
			t.Errorf("attract: got %v, want %v", p.Position, pull)
		}
		if d := mgl32.Vec3(p.Velocity).Sub(whirl); d.Len() > 1e-5 {
			t.Errorf("vortex: got %v, want %v", p.Velocity, whirl)
		}
	}
}

// A ball in a box leaves it by the nearest face, and no farther than it must.
func TestHitBoxExitsByNearestFace(t *testing.T) {
	dev := gputest.Device(t)
	emitters := []Emitter{{Shape: Box, Size: [3]float32{2, 2, 2}}}
	before := born(t, dev, Options{Emitters: emitters}, 1000)
	after := born(t, dev, Options{
		Update: `bool update(inout Particle p) {
    return hitBox(p.position, p.velocity, 0.1, vec3(0.0, 0.5, 0.0), vec3(1.0, 0.5, 0.25), 0.5, 0.9) || true;
}`,
		Emitters: emitters,
	}, 1000)
	for i, p := range after {
		want := max(0, 0.1-boxFar(before[i].Position))
		if got := float64(mgl32.Vec3(p.Position).Sub(before[i].Position).Len()); math.Abs(got-want) > 1e-5 {
			t.Fatalf("the ball at %v was moved by %v to %v, want by %v", before[i].Position, got, p.Position, want)
		}
	}
}
