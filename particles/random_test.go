// SPDX-License-Identifier: MIT

package particles

import (
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/mathgl/mgl32"
)

// Balls are filled evenly, and cones around an axis in either half of the choice of its sides;
// numbers stay in their range.
func TestRandomHelpers(t *testing.T) {
	const n, angle = 4000, 0.7
	all := born(t, gputest.Device(t), Options{Seed: 5, Emitters: []Emitter{{}, {}}, Init: `void init(inout Particle p, Birth b) {
    p.position = randomInBall();
    p.velocity = randomInCone(b.emitter == 0u ? vec3(1.0, 2.0, -2.0) / 3.0 : vec3(0.0, -1.0, 0.0), 0.7);
    p.hit = b.emitter << 16 | randomBelow(7u);
    p.emitter = floatBitsToUint(randomBetween(-3.0, 5.0));
}`}, n)
	var below [7]int
	var ball mgl32.Vec3
	inner, between := 0, 0.0
	axes := []mgl32.Vec3{{1. / 3, 2. / 3, -2. / 3}, {0, -1, 0}}
	var cone [2]mgl32.Vec3
	for _, p := range all {
		at, v, emitter, x := mgl32.Vec3(p.Position), mgl32.Vec3(p.Velocity), p.Hit>>16, math.Float32frombits(p.Emitter)
		if at.Len() > 1.0001 || math.Abs(float64(v.Len())-1) > 1e-4 || v.Dot(axes[emitter]) < float32(math.Cos(angle))-1e-4 {
			t.Fatalf("emitter %d: %v in the ball, %v in the cone", emitter, at, v)
		}
		if p.Hit&0xFFFF > 6 || !(x >= -3 && x <= 5) {
			t.Fatalf("%d below 7, %v between -3 and 5", p.Hit&0xFFFF, x)
		}
		if at.Len() < float32(math.Cbrt(0.5)) {
			inner++
		}
		below[p.Hit&0xFFFF]++
		between += float64(x) / (2 * n)
		ball, cone[emitter] = ball.Add(at.Mul(1./(2*n))), cone[emitter].Add(v.Mul(1./n))
	}
	if ball.Len() > 0.04 || inner < n-200 || inner > n+200 {
		t.Errorf("the mean of the ball is %v, and %d of %d are in its inner half", ball, inner, 2*n)
	}
	for i, axis := range axes {
		if want := axis.Mul(float32(1+math.Cos(angle)) / 2); cone[i].Sub(want).Len() > 0.04 {
			t.Errorf("the mean of the cone around %v is %v, want %v", axis, cone[i], want)
		}
	}
	for i, count := range below {
		if count < 2*n/7-150 || count > 2*n/7+150 {
			t.Errorf("%d times %d below 7, want about %d", count, i, 2*n/7)
		}
	}
	if math.Abs(between-1) > 0.15 {
		t.Errorf("the mean between -3 and 5 is %v, want 1", between)
	}
}
