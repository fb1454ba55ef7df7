// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// coarse is the wig with a third of its points: segments of some 3 cm, as files have them.
func coarse() *strands.Set {
	wig := wig()
	set := &strands.Set{First: []uint32{0}, Unit: wig.Unit, DefaultThickness: wig.DefaultThickness, DefaultOpacity: 1}
	for s := range wig.Strands() {
		last := wig.First[s+1] - 1
		for i := wig.First[s]; i < last-1; i += 3 {
			set.Points = append(set.Points, wig.Points[i])
		}
		set.Points = append(set.Points, wig.Points[last])
		set.First = append(set.First, uint32(len(set.Points)))
	}
	return set
}

// cut is how deep the deepest segment cuts into a solid at rest, and how long the longest is, in
// metres.
func cut(set *strands.Set, points [][4]float32, solid *Solid) (deepest, longest float32) {
	const places = 32
	for s := range set.Strands() {
		for i := set.First[s] + 1; i < set.First[s+1]; i++ {
			a, along := vec3(points[i-1]), vec3(points[i]).Sub(vec3(points[i-1]))
			longest = max(longest, along.Len())
			for k := range places {
				if cell, f, within := solid.cellOf(a.Add(along.Mul((float32(k) + 0.5) / places))); within {
					deepest = max(deepest, -solid.between(cell, f))
				}
			}
		}
	}
	return deepest, longest
}

// Between two points outside of the head a long segment stays outside too.
func TestLongSegmentsStayOutsideTheHead(t *testing.T) {
	dev := gputest.Device(t)
	set := coarse()
	for _, guides := range []int{0, 32} {
		gputest.Run(t, dev, fmt.Sprint("guides=", guides), func(t *testing.T) {
			o := storm()
			o.Guides, o.Lock = guides, 0
			o.Solid = o.Solid.Beside(set, o.Clearance)
			m := move(t, dev, set, o)
			if guides > 0 && m.simulated == set.Strands() {
				t.Fatal("no strand follows another")
			}
			if at, _ := cut(set, m.after(0), o.Solid); !(at < 0.0003) {
				t.Errorf("in the style a segment cuts %v m into the head", at)
			}
			for range gputest.InNightly(10, 4) {
				got := m.after(50)
				at, longest := cut(set, got, o.Solid)
				t.Logf("step %d: %.5f m deep", m.Steps(), at)
				if !(at < 0.0005) || longest < 0.03 {
					t.Errorf("step %d: a segment of up to %v m cuts %v m into the head, want less than 0.5 mm", m.Steps(), longest, at)
				}
				if off := stretch(set, got); !(off < 1e-4) {
					t.Errorf("step %d: a segment is off by %v of its length", m.Steps(), off)
				}
			}
		})
	}
}

// Long segments that lie in the head in the style stay there in still air.
func TestBesideKeepsLongSegments(t *testing.T) {
	dev := gputest.Device(t)
	whole, err := NewSolid(mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}, 0.005, ball)
	if err != nil {
		t.Fatal(err)
	}
	set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1}
	for s := range 8 { // the second segment has its ends outside and its middle 5 mm inside
		z := 0.001 * float32(s)
		set.Points = append(set.Points, mgl32.Vec3{0.045, 0.05, z}, mgl32.Vec3{0.045, 0.03, z}, mgl32.Vec3{0.045, -0.03, z})
		set.First = append(set.First, uint32(len(set.Points)))
	}
	o := Defaults()
	off := func(solid *Solid) float32 {
		o.Solid = solid
		m := move(t, dev, set, o)
		return farthest(m.after(60), restOf(set))
	}
	if kept, pushed := off(whole.Beside(set, o.Clearance)), off(whole); kept > 0.004 || pushed < 0.006 {
		t.Errorf("in still air a point moves by %v m beside dents, and by %v without them", kept, pushed)
	}
}
