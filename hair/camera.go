// SPDX-License-Identifier: MIT

package hair

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Camera looks at Target from an orbit around it. Angles in radians, lengths in metres.
type Camera struct {
	Target      mgl32.Vec3
	Azimuth     float32 // 0 looks from the front (+z), positive from +x
	Elevation   float32 // positive from above
	Distance    float32
	FieldOfView float32 // vertical, of the whole image
}

// fieldOfView is a portrait lens: 30 degrees.
const fieldOfView = 30 * math.Pi / 180

// Fit is the camera that frames a box from the front, so that it stays in the image as the camera
// goes around it.
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
