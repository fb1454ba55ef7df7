// SPDX-License-Identifier: MIT

package hair

import (
	"math"

	"github.com/combgl/comb/hair/internal/tone"
	"github.com/go-gl/mathgl/mgl32"
)

// Environment is light from all around: spherical harmonics of order 2 of what comes from each
// direction, linear. The order of the nine is that of basis.
type Environment [9]mgl32.Vec3

// Sky is an environment that goes from a colour straight above over one at the horizon to one
// straight below.
func Sky(zenith, horizon, ground mgl32.Vec3) Environment {
	return project(func(d mgl32.Vec3) mgl32.Vec3 {
		end := zenith
		if d[1] < 0 {
			end = ground
		}
		t := abs(d[1])
		return horizon.Mul(1 - t).Add(end.Mul(t))
	})
}

// EvenLight is an environment of one colour.
func EvenLight(color mgl32.Vec3) Environment { return Sky(color, color, color) }

// DefaultEnvironment is a studio: a soft light above, a little from the floor.
func DefaultEnvironment() Environment {
	return Sky(mgl32.Vec3{0.82, 0.83, 0.86}, mgl32.Vec3{0.42, 0.41, 0.41}, mgl32.Vec3{0.22, 0.20, 0.18})
}

// Horizon is the light of HorizonBackdrop from all around: blue from above, pale from the sides,
// brown and dim from the ground.
func Horizon() Environment { return project(tone.Horizon) }

// basis is the nine functions at a direction, y up.
func basis(d mgl32.Vec3) [9]float64 {
	x, y, z := float64(d[0]), float64(d[1]), float64(d[2])
	return [9]float64{
		0.282094791774, 0.488602511903 * y, 0.488602511903 * z, 0.488602511903 * x,
		1.092548430592 * x * y, 1.092548430592 * y * z, 0.315391565252 * (3*z*z - 1), 1.092548430592 * x * z, 0.546274215296 * (x*x - y*y),
	}
}

// project sums light over the sphere, in steps of some three degrees.
func project(light func(mgl32.Vec3) mgl32.Vec3) (e Environment) {
	const steps = 64
	var sums [9][3]float64
	for i := range steps {
		y := (float64(i)+0.5)*2/steps - 1 // slices of the same area
		r := math.Sqrt(1 - y*y)
		for k := range 2 * steps {
			sin, cos := math.Sincos((float64(k) + 0.5) * math.Pi / steps)
			d := mgl32.Vec3{float32(r * sin), float32(y), float32(r * cos)}
			color := light(d)
			for b, v := range basis(d) {
				for c := range 3 {
					sums[b][c] += v * float64(color[c]) * 4 * math.Pi / (2 * steps * steps)
				}
			}
		}
	}
	for b := range e {
		for c := range 3 {
			e[b][c] = float32(sums[b][c])
		}
	}
	return e
}

// folded is what skyLight in shaders/hair/lamps.glsl multiplies its polynomials with: the light on
// a matt white surface is the environment folded with the cosine, 1, 2/3 and 1/4 of each band.
func (e *Environment) folded() (out [9]mgl32.Vec3) {
	scale := [9]float32{
		0.282094791774, 0.488602511903 * 2 / 3, 0.488602511903 * 2 / 3, 0.488602511903 * 2 / 3,
		1.092548430592 / 4, 1.092548430592 / 4, 0.315391565252 / 4, 1.092548430592 / 4, 0.546274215296 / 4,
	}
	for i := range out {
		out[i] = e[i].Mul(scale[i])
	}
	return out
}
