// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"math"
	"testing"
	"time"

	"github.com/combgl/comb/hair"
	"github.com/go-gl/mathgl/mgl32"
)

func TestSeesABoxThatIsPartlyInView(t *testing.T) {
	low, high := mgl32.Vec3{-1, -2, -1}, mgl32.Vec3{1, 2, 1}
	for _, aspect := range []float32{0.5, 1, 2} {
		fit := hair.Fit(low, high, aspect)
		for _, around := range []float32{0, 0.7, 2, 4, -1} {
			for _, up := range []float32{-1.5, 0, 1.2} {
				c := fit.Orbit(around, up, 1)
				if !sees(c, low, high, aspect) {
					t.Errorf("from %v, %v at %v the framed box is not seen", around, up, aspect)
				}
				for _, pan := range [][2]float32{{3 * max(aspect, 1), 0}, {-3 * max(aspect, 1), 0}, {0, 3}, {0, -3}} {
					if sees(c.Pan(pan[0], pan[1]), low, high, aspect) {
						t.Errorf("from %v, %v at %v the box is seen after a pan by %v", around, up, aspect, pan)
					}
				}
				_, _, back := axes(c)
				c.Target = c.Target.Sub(back.Mul(2 * c.Distance)) // in front of all of it
				if sees(c, low, high, aspect) {
					t.Errorf("from %v, %v at %v the box is seen behind the camera", around, up, aspect)
				}
			}
		}
		inside := fit
		inside.Distance = 0.1
		if !sees(inside, low, high, aspect) {
			t.Errorf("at %v a camera in the box does not see it", aspect)
		}
	}
}

// What pick finds at a place is a point that project puts there.
func TestProjectIsTheInverseOfPick(t *testing.T) {
	points := []mgl32.Vec3{{0.1, 0.2, 0.3}, {-0.4, 0.1, -0.2}, {0.3, -0.5, 0.1}}
	c := hair.Fit(mgl32.Vec3{-1, -1, -1}, mgl32.Vec3{1, 1, 1}, 1.5).Orbit(0.7, 0.3, 1)
	for _, unit := range []float32{1, 0.5} {
		for _, p := range points {
			want := p.Mul(unit)
			x, y, ok := project(want, c)
			if at, found := pick(points, unit, c, x, y, 1e-4); !ok || !found || at != want {
				t.Errorf("%v is at %v, %v (%v), where %v is found (%v)", want, x, y, ok, at, found)
			}
		}
	}
	_, _, back := axes(c)
	if _, _, ok := project(c.Target.Add(back.Mul(2*c.Distance)), c); ok {
		t.Error("a point behind the camera is projected")
	}
}

// A glide goes the shorter way from end to end, and its speed has no jump.
func TestGlideGoesFromEndToEnd(t *testing.T) {
	from := hair.Camera{Target: mgl32.Vec3{1, 0, 0}, Azimuth: 3, Elevation: 0.5, Distance: 1, FieldOfView: 0.5}
	to := hair.Camera{Target: mgl32.Vec3{3, 0, 0}, Azimuth: -3, Elevation: -0.5, Distance: 4, FieldOfView: 0.5}
	v := view{glide: glide{from: from, to: to, began: time.Unix(100, 0), lasts: viewTime, runs: true}}
	before, step := from, float32(0)
	for i := range 41 {
		if !v.stepGlide(v.glide.began.Add(time.Duration(i) * viewTime / 40)) {
			t.Fatalf("it stops at %d", i)
		}
		c := v.camera
		if c.Target[0] < before.Target[0] || c.Elevation > before.Elevation || c.Distance < before.Distance || i < 40 && c.Azimuth < before.Azimuth || i < 40 && c.Azimuth > 2*math.Pi-3+1e-4 {
			t.Errorf("at %d of 40 the camera is %+v, before %+v", i, c, before)
		}
		if now := c.Target[0] - before.Target[0]; now > step+0.01 || now < step-0.01 {
			t.Errorf("at %d of 40 the step is %v, before %v", i, now, step)
		}
		if (i == 40) == v.glide.runs || i == 20 && (c.Target[0] < 1.999 || c.Target[0] > 2.001 || c.Distance < 1.999 || c.Distance > 2.001) {
			t.Errorf("at %d of 40 the camera is %+v; it glides: %v", i, c, v.glide.runs)
		}
		step, before = c.Target[0]-before.Target[0], c
	}
	if before != to || v.stepGlide(v.glide.began.Add(time.Hour)) {
		t.Errorf("it ends at %+v", before)
	}
	v.glide.runs, v.camera = true, from
	if v.endGlide(); v.glide.runs || v.camera != to {
		t.Errorf("endGlide leaves %+v", v.camera)
	}
}
