// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/mathgl/mgl32"
)

// Camera looks at Target from an orbit around it. Angles in radians, lengths in metres. All numbers
// must be finite.
type Camera struct {
	Target      mgl32.Vec3
	Azimuth     float32 // 0 looks from the front (+z), positive from +x
	Elevation   float32 // positive from above
	Distance    float32 // above 0
	FieldOfView float32 // vertical, of the whole image: above 0 and below pi
}

// check returns an error for a camera that sees nothing.
func (c Camera) check(operation string) error {
	bad := ""
	var value any
	switch {
	case !finite(c.Target[:]...):
		bad, value = "Target is %v, want finite numbers", c.Target
	case !finite(c.Azimuth):
		bad, value = "Azimuth is %v, want a finite number (radians)", c.Azimuth
	case !finite(c.Elevation):
		bad, value = "Elevation is %v, want a finite number (radians)", c.Elevation
	case !(c.Distance > 0) || !finite(c.Distance):
		bad, value = "Distance is %v, want a finite number above 0 (metres)", c.Distance
	case !(c.FieldOfView > 0 && c.FieldOfView < math.Pi):
		bad, value = "FieldOfView is %v, want above 0 and below pi (radians)", c.FieldOfView
	default:
		return nil
	}
	return fmt.Errorf("hair: %s: Camera."+bad+": %w", operation, value, gpu.ErrArgument)
}

// finite reports whether all numbers are finite.
func finite(all ...float32) bool {
	for _, v := range all {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return false
		}
	}
	return true
}

// fieldOfView is a portrait lens: 30 degrees.
const fieldOfView = 30 * math.Pi / 180

// Fit is the camera that frames a box from the front, so that it stays in the image as the camera
// goes around it. aspect is the image's width over its height, above 0.
func Fit(low, high mgl32.Vec3, aspect float32) Camera {
	half := high.Sub(low).Mul(0.5)
	tan := float32(math.Tan(fieldOfView / 2))
	around := max(half[0], half[2], 1e-6)
	const margin = 1.04
	return Camera{
		Target:      low.Add(half),
		FieldOfView: fieldOfView,
		Distance:    around + margin*max(half[1]/tan, around/(tan*aspect)),
	}
}

// Orbit is the camera turned to these angles, at a multiple of its distance.
func (c Camera) Orbit(azimuth, elevation, distance float32) Camera {
	c.Azimuth, c.Elevation, c.Distance = azimuth, elevation, c.Distance*distance
	return c
}

// direction points from the target to the eye.
func (c Camera) direction() mgl32.Vec3 {
	sa, ca := math.Sincos(float64(c.Azimuth))
	se, ce := math.Sincos(float64(c.Elevation))
	return mgl32.Vec3{float32(sa * ce), float32(se), float32(ca * ce)}
}

// up is the camera's own, which has no trouble at the poles.
func (c Camera) up() mgl32.Vec3 {
	sa, ca := math.Sincos(float64(c.Azimuth))
	se, ce := math.Sincos(float64(c.Elevation))
	return mgl32.Vec3{float32(-sa * se), float32(ce), float32(-ca * se)}
}

// Eye is where the camera stands.
func (c Camera) Eye() mgl32.Vec3 { return c.Target.Add(c.direction().Mul(c.Distance)) }

// Pan moves the target by parts of the image's height, to the right and up.
func (c Camera) Pan(right, up float32) Camera {
	height := 2 * c.Distance * float32(math.Tan(float64(c.FieldOfView)/2))
	u := c.up()
	c.Target = c.Target.Add(u.Cross(c.direction()).Mul(right * height)).Add(u.Mul(up * height))
	return c
}

// matrices are the view and the projection, with the near plane. radius is how far the model
// reaches from the target.
func (c Camera) matrices(aspect, radius float32) (view, projection mgl32.Mat4, near float32) {
	view = mgl32.LookAtV(c.Eye(), c.Target, c.up())
	near = max(c.Distance-radius, c.Distance/200)
	return view, mgl32.Perspective(c.FieldOfView, aspect, near, c.Distance+radius), near
}
