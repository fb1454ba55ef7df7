// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"testing"

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
