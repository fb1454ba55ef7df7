// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// ball is the distance to a sphere of 5 cm around the origin.
func ball(p mgl32.Vec3) float32 { return p.Len() - 0.05 }

// curls are strands of 2 to 17 points that grow out of the ball, wind about themselves and hang down.
func curls(n int) *strands.Set {
	set := &strands.Set{Name: "curls", First: []uint32{0}, Unit: 0.01, DefaultThickness: 0.01, DefaultOpacity: 1}
	for s := range n {
		y := 1 - 1.6*(float64(s)+0.5)/float64(n)
		sin, cos := math.Sincos(float64(s) * math.Pi * (3 - math.Sqrt(5)))
		r := math.Sqrt(1 - y*y)
		out := mgl32.Vec3{float32(r * cos), float32(y), float32(r * sin)}
		for k := range 2 + s%16 {
			t := float64(k)
			turn, other := math.Sincos(t * 0.7)
			p := out.Mul(float32(5.1 + 1.2*t)).Add(mgl32.Vec3{float32(0.4 * turn), float32(-0.05 * t * t), float32(0.4 * (other - 1))})
			set.Points = append(set.Points, p)
		}
		set.First = append(set.First, uint32(len(set.Points)))
	}
	return set
}

// proofSteps and proofBound: the driver's sums are rounded in an order of its own, and what is off grows with time.
const (
	proofSteps = 8
	proofBound = 1e-4 // metres
)

// test moves curls around a ball by wind, and compares with the CPU's.
func test(d *gpu.Device) error {
	set := curls(groupSize + 9)
	o := Defaults()
	o.Wind = mgl32.Vec3{6, 1, -3}
	var err error
	if o.Solid, err = NewSolid(mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}, 0.005, ball); err != nil {
		return err
	}
	points, err := gpu.NewBuffer[[4]float32](d, len(set.Points))
	if err != nil {
		return err
	}
	defer points.Release()
	m, err := build(d, set, points.View(), o)
	if err != nil {
		return err
	}
	defer m.Release()
	if err := m.Advance(proofSteps); err != nil {
		return err
	}
	got, err := points.Download()
	if err != nil {
		return err
	}
	t := m.twin(set)
	for range proofSteps {
		t.advance(m)
	}
	for i, want := range t.points {
		if off := vec3(got[i]).Sub(vec3(want)).Len(); !(off <= proofBound) {
			return fmt.Errorf("motion: point %d is at %v after %d steps, expected %v: %w", i, got[i][:3], proofSteps, want[:3], gpu.ErrSelfTest)
		}
	}
	return nil
}

// twin is a motion's, at the beginning.
func (m *Motion) twin(set *strands.Set) *twin {
	n := len(set.Points)
	t := &twin{params: m.block[0], first: set.First, rest: restOf(set), seed: seedOf(m.o.Seed)}
	t.points, t.speeds = make([][4]float32, n), make([]mgl32.Vec3, n)
	if m.o.Solid != nil {
		t.solid = m.o.Solid.distance
	}
	t.atRest()
	return t
}

// advance is one step by what the motion goes by now.
func (t *twin) advance(m *Motion) {
	t.params = m.block[0]
	for k, w := range m.waves {
		t.phases[k] = w.phaseAt(t.taken, m.o.Rate)
	}
	t.step()
	t.taken++
}
