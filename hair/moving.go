// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/go-gl/mathgl/mgl32"
)

// MaxMargin is the largest margin of Model.Moving, in metres.
const MaxMargin = 100

// Moving returns the buffer of the model's points, for a program that moves them on the GPU, as
// package motion does. It holds vec4s in the set's order: a place in metres and the hair's width
// there. The width must stay as it is: its lowest bits choose the strands of a level of detail.
// Each frame draws, orders and lights the points where they are.
//
// margin is the distance in metres that points may leave Bounds, which stay those of the set. Call
// Moving before NewRenderer: light maps of renderers made later have room for the margin, and lose
// sharpness by it. Points further out are drawn without shadows, and in no order among themselves.
// The largest margin of all calls holds.
//
// From then on each frame computes the shadows again, until Rest.
// Errors: gpu.ErrArgument for a margin below 0 or above MaxMargin; gpu.ErrReleased.
func (m *Model) Moving(margin float32) (gpu.View, error) {
	if m == nil || m.hair.Points.View().ID() == 0 {
		return gpu.View{}, fmt.Errorf("hair: Moving: the Model: %w", gpu.ErrReleased)
	}
	if !(margin >= 0 && margin <= MaxMargin) {
		return gpu.View{}, fmt.Errorf("hair: Moving: margin: got %v m, want 0 to %v: %w", margin, MaxMargin, gpu.ErrArgument)
	}
	if more := margin - m.margin; more > 0 {
		for i := range m.hull {
			axis := hullAxis(i / 2)
			m.hull[i] = m.hull[i].Add(axis.Mul(more * float32(2*(i%2)-1)))
		}
		m.margin = margin
		m.hair.Extent = m.room().span()
	}
	m.hair.Moving = true
	return m.hair.Points.View(), nil
}

// Rest declares that the points stay as they are until the next call of Moving. While hair, lights
// and level of detail stay the same, frames keep the latest shadows.
func (m *Model) Rest() {
	m.hair.Moving = false
	m.hair.Version++
}

// span is the distance from corner to corner.
func (b box) span() float32 { return b.high.Sub(b.low).Len() }

// grown is the box with a margin around it.
func (b box) grown(margin float32) box {
	for a := range 3 {
		b.low[a] -= margin
		b.high[a] += margin
	}
	return b
}

// room is the box that the model's points stay in.
func (m *Model) room() box { return box{m.low, m.high}.grown(m.margin) }

// hullAxes is the number of axes of hullOf.
const hullAxes = 64

// hullAxis is one of a Fibonacci lattice on half a sphere.
func hullAxis(i int) mgl32.Vec3 {
	y := (float64(i) + 0.5) / hullAxes
	sin, cos := math.Sincos(float64(i) * math.Pi * (3 - math.Sqrt(5)))
	r := math.Sqrt(1 - y*y)
	return mgl32.Vec3{float32(r * cos), float32(y), float32(r * sin)}
}

// hullOf is the points that reach farthest, both ways along axes spread over all directions. They
// give the reach of all points in any direction, to a percent or two.
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
