// SPDX-License-Identifier: MIT

package motion

import (
	"slices"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// rows returns two rows of strands, one that hangs down and one that stands up, with roots 1 mm
// apart. Strand n of 2n + 1 is alone, far away.
func rows(n int) *strands.Set {
	set := &strands.Set{First: []uint32{0}, Unit: 1, DefaultOpacity: 1}
	for s := range 2*n + 1 {
		root, step := mgl32.Vec3{0.001 * float32(s%n), 0.2, 0}, mgl32.Vec3{0, -0.02, 0}
		if s > n {
			step = mgl32.Vec3{0, 0.02, 0}
		}
		if s == n {
			root = mgl32.Vec3{5, 5, 5}
		}
		for k := range 8 {
			set.Points = append(set.Points, root.Add(step.Mul(float32(k))))
		}
		set.First = append(set.First, uint32(len(set.Points)))
	}
	return set
}

func TestStrandsFollowTheGuideMostLikeThem(t *testing.T) {
	const n = 40
	set := rows(n)
	f := familyOf(set.First, restOf(set), 10)
	if len(f.guides) < 10 || len(f.guides) > 20 || !slices.IsSorted(f.guides) {
		t.Errorf("the guides are %v, want 10 to 20", f.guides)
	}
	for s, g := range f.of {
		leader := f.guides[g]
		if slices.Contains(f.guides, s) && leader != s {
			t.Errorf("guide %d follows %d", s, leader)
		}
		if (s > n) != (leader > n) {
			t.Errorf("strand %d follows %d of the other row", s, leader)
		}
		if off := set.Points[8*s].Sub(set.Points[8*leader]).Len(); off > 0.02 || off > f.off {
			t.Errorf("strand %d follows %d, %v m away; the farthest is said to be %v", s, leader, off, f.off)
		}
	}
	if !slices.Contains(f.guides, n) {
		t.Error("the strand that is alone follows another")
	}
}

func TestAllStrandsAreGuides(t *testing.T) {
	set := rows(4)
	for _, guides := range []int{0, 9, 10, MaxGuides} {
		f := familyOf(set.First, restOf(set), guides)
		if len(f.guides) != 9 || f.off != 0 {
			t.Errorf("Guides %d: %d of 9 strands are guides", guides, len(f.guides))
		}
		for s, g := range f.of {
			if g != s || f.guides[g] != s {
				t.Errorf("Guides %d: strand %d follows %d", guides, s, f.guides[g])
			}
		}
	}
	points := &strands.Set{First: []uint32{0, 2, 4, 6}, Unit: 1, Points: make([]mgl32.Vec3, 6)}
	if f := familyOf(points.First, restOf(points), 1); len(f.of) != 3 {
		t.Errorf("strands without length: %+v", f)
	}
}

func TestFollowersMatchTheCPUTwin(t *testing.T) {
	dev := gputest.Device(t)
	o := Defaults()
	var err error
	if o.Solid, err = NewSolid(mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}, 0.005, ball); err != nil {
		t.Fatal(err)
	}
	o.Wind, o.Guides, o.Lock = mgl32.Vec3{8, 2, -3}, 40, 0
	set := curls(200)
	m := move(t, dev, set, o)
	twin := m.twin(set)
	if followers := set.Strands() - m.simulated; followers < 50 {
		t.Fatalf("%d of 200 strands follow, want 50 or more", followers)
	}
	turn := mgl32.Translate3D(0.002, 0, 0.001).Mul4(mgl32.HomogRotate3D(0.1, mgl32.Vec3{0, 1, 0}))
	for _, steps := range []int{1, 7, 52} {
		want := twin.after(m.Motion, steps)
		if off := farthest(m.after(steps), want); !(off <= 2e-4) {
			t.Errorf("after %d steps a point is %v m from its twin", m.Steps(), off)
		}
		if err := m.SetHead(turn); err != nil {
			t.Fatal(err)
		}
	}
	// The beginning is the style, turned with the head.
	if err := m.Reset(); err != nil {
		t.Fatal(err)
	}
	for i, p := range m.after(0) {
		want := mgl32.TransformCoordinate(set.Points[i].Mul(set.Unit), turn)
		if off := vec3(p).Sub(want).Len(); !(off < 2e-6) {
			t.Fatalf("point %d begins %v m from its place in the style", i, off)
		}
	}
}

// A follower keeps its distance from its guide in a storm, its length, and out of the head.
func TestFollowersStayInTheirLocks(t *testing.T) {
	dev := gputest.Device(t)
	g := groom.Defaults()
	g.Strands = 2000
	set, err := groom.New(g)
	if err != nil {
		t.Fatal(err)
	}
	o := storm()
	o.Guides, o.Lock = 150, 0
	m := move(t, dev, set, o)
	rest := restOf(set)
	if m.simulated > 600 {
		t.Fatalf("%d of 2,000 strands are simulated, want at most 600", m.simulated)
	}
	low, high := set.Bounds()
	margin := m.Margin()
	f := familyOf(set.First, rest, o.Guides)
	got := m.after(gputest.InNightly(240, 90))
	if off := stretch(set, got); !(off < 1e-4) {
		t.Errorf("a segment is off by %v of its length", off)
	}
	if in := depth(got); !(in < 0.0003) {
		t.Errorf("a point is %v m deep in the head", in)
	}
	for i, p := range got {
		for a := range 3 {
			if !(p[a] >= low[a]-margin && p[a] <= high[a]+margin) {
				t.Fatalf("point %d is at %v, further than %v from the box %v to %v", i, p, margin, low, high)
			}
		}
	}
	was, is := outlinesOf(set.First, rest), outlinesOf(set.First, lengthsOf(set.First, got))
	apart, before := 0.0, 0.0
	for s, at := range f.of {
		before += float64(was[s][samples-1].Sub(was[f.guides[at]][samples-1]).Len())
		apart += float64(is[s][samples-1].Sub(is[f.guides[at]][samples-1]).Len())
	}
	t.Logf("tips are %.4f m from those of their guides on the mean, and %.4f in the style", apart/2000, before/2000)
	if apart > 1.3*before {
		t.Errorf("tips are %v m from those of their guides on the mean, and %v in the style", apart/2000, before/2000)
	}
	alone := o
	alone.Guides = 0
	if err := m.Set(alone); err == nil {
		t.Error("Set takes other Guides")
	}
}

// Followers bend where their guide bends, and do not fold.
func TestFollowersDoNotFold(t *testing.T) {
	g := groom.Defaults()
	g.Strands = 1000
	set, err := groom.New(g)
	if err != nil {
		t.Fatal(err)
	}
	first, rest := set.First, restOf(set)
	f := &followTwin{links: linksOf(familyOf(first, rest, 30), first, rest), rest: rest, points: make([][4]float32, len(rest))}
	// Guides that the wind blows up and aside from a fifth of their length on.
	guides := &twin{params: paramsOf(Defaults(), mgl32.Ident4()), first: f.first, rest: f.links.rest, points: slices.Clone(f.links.rest)}
	for s := range len(f.first) - 1 {
		begin, end := f.first[s], f.first[s+1]
		for i := begin + 1; i < end; i++ {
			d := vec3(guides.rest[i]).Sub(vec3(guides.rest[i-1]))
			if i > begin+(end-begin)/5 {
				d = mgl32.QuatRotate(2, mgl32.Vec3{0.6, 0, 0.8}).Rotate(d)
			}
			p := vec3(guides.points[i-1]).Add(d)
			guides.points[i] = [4]float32{p[0], p[1], p[2]}
		}
	}
	f.follow(guides)
	folds := 0
	for s, at := range f.strands {
		for i := first[s] + 2; i < first[s+1] && at[2] != at[3]; i++ {
			a, b := vec3(f.points[i]).Sub(vec3(f.points[i-1])), vec3(f.points[i-1]).Sub(vec3(f.points[i-2]))
			if direction(a).Dot(direction(b)) < -0.6 {
				folds++
			}
		}
	}
	if followers := len(f.strands) - len(f.first) + 1; folds > followers/10 {
		t.Errorf("%d followers have %d folds", followers, folds)
	}
}

// Sets of few strands have fewer guides, so that a lock has some hairs.
func TestGuidesHaveLocks(t *testing.T) {
	for _, c := range []struct{ guides, lock, strands, want int }{
		{0, 24, 1000, 1000}, {2000, 24, 1000, 1000}, {2000, 24, 2000, 2000}, {2000, 24, 10_000, 416}, {2000, 24, 60_000, 2000},
		{2000, 0, 10_000, 2000}, {2000, 1, 10_000, 2000}, {5, 24, 20, 1},
	} {
		if got := (Options{Guides: c.guides, Lock: c.lock}).guidesOf(c.strands); got != c.want {
			t.Errorf("%+v: got %d guides", c, got)
		}
	}
}

// lengthsOf returns points in the form of restOf.
func lengthsOf(first []uint32, points [][4]float32) [][4]float32 {
	out := slices.Clone(points)
	for s := range len(first) - 1 {
		sum := float32(0)
		for i := first[s] + 1; i < first[s+1]; i++ {
			out[i][3] = vec3(points[i]).Sub(vec3(points[i-1])).Len()
			sum += out[i][3]
		}
		out[first[s]][3] = sum
	}
	return out
}
