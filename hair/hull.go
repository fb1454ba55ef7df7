// SPDX-License-Identifier: MIT

package hair

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// hullAxes are the axes along which hullOf looks for the points that reach farthest.
const hullAxes = 64

// hullAxis is one of a Fibonacci lattice on half a sphere.
func hullAxis(i int) mgl32.Vec3 {
	y := (float64(i) + 0.5) / hullAxes
	sin, cos := math.Sincos(float64(i) * math.Pi * (3 - math.Sqrt(5)))
	r := math.Sqrt(1 - y*y)
	return mgl32.Vec3{float32(r * cos), float32(y), float32(r * sin)}
}

// hullOf is the points that reach farthest, both ways along axes spread over all directions: enough to tell how far all
// points reach in any direction, to a percent or two.
func hullOf(points [][4]float32) []mgl32.Vec3 {
	hull := make([]mgl32.Vec3, 0, 2*hullAxes)
	for i := range hullAxes {
		axis := hullAxis(i)
		ax, ay, az := axis[0], axis[1], axis[2]
		least, most := float32(math.Inf(1)), float32(math.Inf(-1))
		var low, high int
		for k, p := range points {
			d := ax*p[0] + ay*p[1] + az*p[2]
			if d < least {
				least, low = d, k
			}
			if d > most {
				most, high = d, k
			}
		}
		for _, k := range [...]int{low, high} {
			hull = append(hull, mgl32.Vec3(points[k][:3]))
		}
	}
	return hull
}
