// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// ball returns the distance to a sphere of 5 cm around the origin.
func ball(p mgl32.Vec3) float32 { return p.Len() - 0.05 }

// curls returns strands of 2 to 17 points that grow out of the ball, curl and hang down.
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

// The self-test allows a distance of testBound after testSteps, because drivers round sums in
// different orders and errors grow with time.
const (
	testSteps = 8
	testBound = 1e-4 // metres
)

// test simulates curls around a ball in wind, and compares them with the CPU twin: all of them, and
// a few that the others follow.
func test(d *gpu.Device) error {
	for _, guides := range []int{0, groupSize / 4} {
		if err := testGuides(d, guides); err != nil {
			return err
		}
	}
	return nil
}

func testGuides(d *gpu.Device, guides int) error {
	set := curls(groupSize + 9)
	o := Defaults()
	o.Wind, o.Guides, o.Lock = mgl32.Vec3{6, 1, -3}, guides, 0
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
	if err := m.Advance(testSteps); err != nil {
		return err
	}
	got, err := points.Download()
	if err != nil {
		return err
	}
	for i, want := range m.twin(set).after(m, testSteps) {
		if off := vec3(got[i]).Sub(vec3(want)).Len(); !(off <= testBound) {
			return fmt.Errorf("motion: self-test: point %d after %d steps: with Guides %d: got %v, want %v: %w", i, testSteps, guides, got[i][:3], want[:3], gpu.ErrSelfTest)
		}
	}
	return nil
}

// twin returns the CPU twin of a motion, at the beginning.
func (m *Motion) twin(set *strands.Set) *twin {
	t := &twin{params: m.block[0], first: set.First, rest: restOf(set), seed: seedOf(m.o.Seed)}
	if f := familyOf(t.first, t.rest, m.o.guidesOf(set.Strands())); len(f.guides) < set.Strands() {
		t.followers = &followTwin{links: linksOf(f, t.first, t.rest), rest: t.rest, points: make([][4]float32, len(t.rest))}
		t.first, t.rest = t.followers.first, t.followers.links.rest
	}
	n := len(t.rest)
	t.points, t.speeds = make([][4]float32, n), make([]mgl32.Vec3, n)
	if m.o.Solid != nil {
		t.solid = m.o.Solid.distance
	}
	t.atRest()
	return t
}

// after makes steps with the motion's present parameters, and returns the points of all strands.
func (t *twin) after(m *Motion, steps int) [][4]float32 {
	t.params = m.block[0]
	for range steps {
		for k, w := range m.waves {
			t.phases[k] = w.phaseAt(t.taken, m.o.Rate)
		}
		t.step()
		t.taken++
	}
	if t.followers == nil {
		return t.points
	}
	t.followers.follow(t)
	return t.followers.points
}
