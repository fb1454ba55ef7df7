// SPDX-License-Identifier: MIT

package motion

import (
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/groom"
	"github.com/combgl/comb/hair/strands"
	"github.com/go-gl/mathgl/mgl32"
)

// head is the groom's, on a grid.
var head = sync.OnceValue(func() *Solid {
	low, high := groom.HeadBox()
	s, err := NewSolid(low, high, 0.004, groom.HeadDistance)
	if err != nil {
		panic(err)
	}
	return s
})

// wig is a groom of few strands; a nightly run has more of them.
var wig = sync.OnceValue(func() *strands.Set {
	o := groom.Defaults()
	o.Strands = 1000
	set, err := groom.New(o)
	if err == nil {
		set, err = set.Subset(gputest.InNightly(300, 96), 1)
	}
	if err != nil {
		panic(err)
	}
	return set
})

// storm is a strong wind from aside, on the groom's head.
func storm() Options {
	o := Defaults()
	o.Wind, o.Gusts, o.Solid = mgl32.Vec3{14, 3, -7}, 1, head()
	return o
}

// moved is a set and its motion.
type moved struct {
	t      testing.TB
	set    *strands.Set
	points *gpu.Buffer[[4]float32]
	*Motion
}

func move(t testing.TB, dev *gpu.Device, set *strands.Set, o Options) moved {
	t.Helper()
	points, err := gpu.NewBuffer[[4]float32](dev, len(set.Points))
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(dev, set, points.View(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		m.Release()
		points.Release()
	})
	return moved{t, set, points, m}
}

// after goes on by n steps and gives the points.
func (m moved) after(n int) [][4]float32 {
	m.t.Helper()
	if err := m.Advance(n); err != nil {
		m.t.Fatal(err)
	}
	got, err := m.points.Download()
	if err != nil {
		m.t.Fatal(err)
	}
	return got
}

// stretch is by how much the worst segment is too long or too short, as a part of its length.
func stretch(set *strands.Set, points [][4]float32) (worst float64) {
	rest := restOf(set)
	for s := range set.Strands() {
		for i := set.First[s] + 1; i < set.First[s+1]; i++ {
			l := vec3(points[i]).Sub(vec3(points[i-1])).Len()
			off := math.Abs(float64(l/rest[i][3] - 1))
			if !(off <= worst) { // NaN too
				worst = off
			}
		}
	}
	return worst
}

// depth is how deep the deepest point is in the groom's head, in metres.
func depth(points [][4]float32) (deepest float32) {
	for _, p := range points {
		deepest = max(deepest, -groom.HeadDistance(vec3(p)))
	}
	return deepest
}

// farthest is how far apart two points of the same index are at most.
func farthest(a, b [][4]float32) (most float32) {
	for i := range a {
		l := vec3(a[i]).Sub(vec3(b[i])).Len()
		if !(l <= most) {
			most = l
		}
	}
	return most
}

func TestStrandsKeepLengthAndStayOutsideTheHead(t *testing.T) {
	dev := gputest.Device(t)
	for _, style := range []float32{0, 0.5} {
		gputest.Run(t, dev, fmt.Sprint("style=", style), func(t *testing.T) {
			o := storm()
			o.Style, o.Bend = style, style
			m := move(t, dev, wig(), o)
			low, high := wig().Bounds()
			margin := m.Margin()
			from := restOf(wig())
			for n := 0; n < gputest.InNightly(500, 300); n += 50 {
				got := m.after(50)
				if off := stretch(m.set, got); !(off < 1e-4) {
					t.Fatalf("style %v, step %d: a segment is off by %v of its length", style, m.Steps(), off)
				}
				// The grid rounds off 0.3 mm.
				if in := depth(got); !(in < 0.0003) {
					t.Errorf("style %v, step %d: a point is %v m deep in the head", style, m.Steps(), in)
				}
				for i, p := range got {
					for a := range 3 {
						if !(p[a] >= low[a]-margin && p[a] <= high[a]+margin) {
							t.Fatalf("style %v, step %d: point %d is at %v, further than %v from the box %v to %v", style, m.Steps(), i, p, margin, low, high)
						}
					}
				}
			}
			if got := m.after(0); farthest(got, from) < 0.1 {
				t.Errorf("style %v: the farthest point moved by %v m in a storm", style, farthest(got, from))
			}
		})
	}
}

func TestHairComesToRest(t *testing.T) {
	dev := gputest.Device(t)
	type kind struct {
		style      float32
		calm       int     // steps without wind
		most, mean float64 // metres in a quarter of a second after them
	}
	calm := gputest.InNightly(1200, 600)
	cases := []kind{{0.75, calm, 0.001, 5e-6}}
	if gputest.Nightly() { // soft hair takes longer: see the limits in doc.go
		cases = append(cases, kind{1, calm, 1e-5, 1e-6}, kind{0.5, 3600, 3.5e-4, 2e-6})
	}
	for _, c := range cases {
		gputest.Run(t, dev, fmt.Sprint("style=", c.style), func(t *testing.T) {
			o := storm()
			o.Style, o.Bend = c.style, c.style
			m := move(t, dev, wig(), o)
			m.after(gputest.InNightly(240, 120))
			o.Wind = mgl32.Vec3{}
			if err := m.Set(o); err != nil {
				t.Fatal(err)
			}
			last, before := m.after(c.calm), c.most
			for range 4 {
				now := m.after(30)
				sum := 0.0
				for i := range now {
					sum += float64(vec3(now[i]).Sub(vec3(last[i])).Len())
				}
				most, mean := float64(farthest(now, last)), sum/float64(len(now))
				t.Logf("style %v, step %d: %.6f m at most, %.7f on the mean", c.style, m.Steps(), most, mean)
				// It gets less and less, down to rounding: nothing trembles.
				if !(most <= max(1.1*before+1e-6, 1e-5) && mean < c.mean) {
					t.Errorf("style %v, step %d: points still get %v m in a quarter of a second, %v on the mean", c.style, m.Steps(), most, mean)
				}
				last, before = now, most
			}
		})
	}
}

func TestStillAirKeepsTheStyle(t *testing.T) {
	dev := gputest.Device(t)
	o := Defaults()
	o.Solid = head()
	m := move(t, dev, wig(), o)
	from := m.after(0)
	got := m.after(120)
	if off := farthest(got, from); !(off < 0.004) {
		t.Errorf("in still air a point moves by %v m", off)
	}
}

func TestStepsAreDeterministic(t *testing.T) {
	dev := gputest.Device(t)
	set := curls(150)
	o := Defaults()
	o.Wind = mgl32.Vec3{5, 1, 2}
	a, b := move(t, dev, set, o), move(t, dev, set, o)
	want := a.after(100)
	gputest.Equal(t, "another motion", b.after(100), want)
	if err := a.Reset(); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "the beginning", a.after(0), move(t, dev, set, o).after(0))
	gputest.Equal(t, "after Reset", a.after(100), want)

	// However time is cut up: 100 steps of 1/120 s are 833,333,334 ns, rounded up.
	for _, piece := range []time.Duration{833_333_334, 7 * time.Millisecond, 1_234_567, 100 * time.Millisecond} {
		gputest.Run(t, dev, fmt.Sprint("piece=", piece), func(t *testing.T) {
			if err := b.Reset(); err != nil {
				t.Fatal(err)
			}
			for left := time.Duration(833_333_334); left > 0; left -= piece {
				if err := b.Step(min(piece, left)); err != nil {
					t.Fatal(err)
				}
			}
			if b.Steps() != 100 {
				t.Errorf("pieces of %v: %d steps", piece, b.Steps())
			}
			gputest.Equal(t, "in pieces", b.after(0), want)
		})
	}
	o.Seed++
	if other := move(t, dev, set, o).after(100); farthest(other, want) < 1e-4 {
		t.Error("another seed has the same gusts")
	}
}

func TestStepMatchesTheCPUTwin(t *testing.T) {
	dev := gputest.Device(t)
	o := Defaults()
	var err error
	if o.Solid, err = NewSolid(mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}, 0.005, ball); err != nil {
		t.Fatal(err)
	}
	o.Wind = mgl32.Vec3{8, 2, -3}
	set := curls(200)
	m := move(t, dev, set, o)
	twin := m.twin(set)
	turn := mgl32.Translate3D(0.002, 0, 0.001).Mul4(mgl32.HomogRotate3D(0.1, mgl32.Vec3{0, 1, 0}))
	for _, c := range []struct {
		steps int
		bound float32
	}{{1, 1e-6}, {7, 1e-5}, {52, 2e-4}, {60, 1e-3}} {
		gputest.Run(t, dev, fmt.Sprint("steps=", c.steps), func(t *testing.T) {
			off := farthest(m.after(c.steps), twin.after(m.Motion, c.steps))
			t.Logf("step %d: %v m", m.Steps(), off)
			if !(off <= c.bound) {
				t.Errorf("after %d steps a point is %v m from its twin, at most %v", m.Steps(), off, c.bound)
			}
			if err := m.SetHead(turn); err != nil {
				t.Fatal(err)
			}
		})
	}
	for s := range set.Strands() {
		want := mgl32.TransformCoordinate(set.Points[set.First[s]].Mul(set.Unit), turn)
		if got := vec3(m.after(0)[set.First[s]]); got.Sub(want).Len() > 1e-6 {
			t.Fatalf("root %d is at %v, the head has it at %v", s, got, want)
		}
	}
}

// The longest strand that is possible is moved to its end.
func TestLongestStrandIsMovedToItsEnd(t *testing.T) {
	dev := gputest.Device(t)
	set := &strands.Set{First: []uint32{0, MaxStrandPoints}, Unit: 1}
	for i := range MaxStrandPoints {
		set.Points = append(set.Points, mgl32.Vec3{0.06, 0.3 - 0.0005*float32(i), 0}) // along the ball
	}
	o := Defaults()
	var err error
	if o.Solid, err = NewSolid(mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}, 0.005, ball); err != nil {
		t.Fatal(err)
	}
	o.Wind, o.Clearance = mgl32.Vec3{-20, 0, 3}, 0.009
	m := move(t, dev, set, o)
	twin := m.twin(set)
	got := m.after(4)
	// Rounding decides which points of so long a strand touch: an H200 was 1.3e-4 off.
	if off := farthest(got, twin.after(m.Motion, 4)); !(off < 3e-4) || farthest(got, restOf(set)) < 0.01 {
		t.Errorf("a point is %v m from its twin, and they moved by %v", off, farthest(got, restOf(set)))
	}
}
