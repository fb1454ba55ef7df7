// SPDX-License-Identifier: MIT

package motion

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/strands"
	"github.com/combgl/comb/internal/kernel"
	"github.com/go-gl/mathgl/mgl32"
)

func TestBadOptionsAreNamed(t *testing.T) {
	dev := gputest.Device(t)
	set := curls(5)
	m := move(t, dev, set, Defaults())
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		bad      func(*Options)
		wantText []string // the field and the limit
	}{
		{func(o *Options) { o.Rate = 29 }, []string{"Rate", "30", "1000"}},
		{func(o *Options) { o.Rate = 1001 }, []string{"Rate", "1001"}},
		{func(o *Options) { o.Wind = mgl32.Vec3{50, 50, 0} }, []string{"Wind", "60"}},
		{func(o *Options) { o.Wind[1] = nan }, []string{"Wind"}},
		{func(o *Options) { o.Gusts = 1.1 }, []string{"Gusts", "1.1", "0 to 1"}},
		{func(o *Options) { o.Gravity[0] = inf }, []string{"Gravity", "100"}},
		{func(o *Options) { o.Drag = -1 }, []string{"Drag", "-1"}},
		{func(o *Options) { o.Damping = 101 }, []string{"Damping", "100"}},
		{func(o *Options) { o.Style = nan }, []string{"Style", "NaN"}},
		{func(o *Options) { o.Bend = 2 }, []string{"Bend", "2"}},
		{func(o *Options) { o.Friction = -0.1 }, []string{"Friction"}},
		{func(o *Options) { o.Lock = -1 }, []string{"Lock", "0"}},
		{func(o *Options) { o.Clearance = 0.06 }, []string{"Clearance", "0.05"}},
	} {
		gputest.Run(t, dev, "says="+strings.Join(c.wantText, ","), func(t *testing.T) {
			o := Defaults()
			c.bad(&o)
			_, err := New(dev, set, m.points.View(), o)
			for _, err := range []error{err, m.Set(o)} {
				if !errors.Is(err, ErrOptions) {
					t.Errorf("%v: %v", c.wantText, err)
					continue
				}
				for _, s := range c.wantText {
					if !strings.Contains(err.Error(), s) {
						t.Errorf("%v: %q is not in it", err, s)
					}
				}
			}
		})
	}
	other := Defaults()
	other.Seed = 7
	if err := m.Set(other); !errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), "Seed") {
		t.Errorf("another seed: %v", err)
	}
	for _, dt := range []time.Duration{-1, MaxStep + 1} {
		if err := m.Step(dt); !errors.Is(err, ErrOptions) {
			t.Errorf("a step of %v: %v", dt, err)
		}
	}
	if err := m.Advance(-1); !errors.Is(err, ErrOptions) {
		t.Errorf("-1 steps: %v", err)
	}
	for what, head := range map[string]mgl32.Mat4{
		"scales": mgl32.Scale3D(2, 2, 2), "mirrors": mgl32.Scale3D(-1, 1, 1), "shears": mgl32.ShearX3D(0.2, 0),
		"is far away": mgl32.Translate3D(1e7, 0, 0), "projects": mgl32.Perspective(1, 1, 1, 2), "is nothing": {}, "is NaN": mgl32.Translate3D(nan, 0, 0),
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			if err := m.SetHead(head); !errors.Is(err, ErrOptions) {
				t.Errorf("a head's matrix that %s: %v", what, err)
			}
		})
	}
	if got := m.after(5); !(stretch(set, got) < 1e-4) {
		t.Error("what was refused left something behind")
	}
}

func TestBadSetsAndSolidsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	points, err := gpu.NewBuffer[[4]float32](dev, 5000)
	if err != nil {
		t.Fatal(err)
	}
	defer points.Release()
	long := &strands.Set{First: []uint32{0, MaxStrandPoints + 1}, Points: make([]mgl32.Vec3, MaxStrandPoints+1), Unit: 1}
	for what, set := range map[string]*strands.Set{"2048": long, "no strands": {First: []uint32{0}, Unit: 1}, "First": {Unit: 1}} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			if _, err := New(dev, set, points.View(), Defaults()); !errors.Is(err, ErrSet) || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	few, _ := points.Slice(0, 8)
	if _, err := New(dev, curls(5), few, Defaults()); !errors.Is(err, gpu.ErrView) || !strings.Contains(err.Error(), "points") {
		t.Errorf("too few points: %v", err)
	}
	one := mgl32.Vec3{1, 1, 1}
	for _, c := range []struct {
		high mgl32.Vec3
		cell float32
	}{{one, 0}, {one, float32(math.NaN())}, {one, 2}, {one.Mul(-1), 0.1}, {one, 0.001}, {mgl32.Vec3{1, 1, float32(math.Inf(1))}, 0.1}} {
		gputest.Run(t, dev, fmt.Sprint("high=", c.high, ",cell=", c.cell), func(t *testing.T) {
			if _, err := NewSolid(mgl32.Vec3{}, c.high, c.cell, ball); !errors.Is(err, ErrOptions) {
				t.Errorf("a solid up to %v, cells of %v: %v", c.high, c.cell, err)
			}
		})
	}
}

// What is nil, released or no number is refused before anything is enqueued.
func TestNothingIsEnqueuedWithoutItsParts(t *testing.T) {
	dev := gputest.Device(t)
	set := curls(70)
	points, err := gpu.NewBuffer[[4]float32](dev, len(set.Points))
	if err != nil {
		t.Fatal(err)
	}
	defer points.Release()
	o := Defaults()
	o.Guides, o.Lock = 16, 0
	m, err := New(dev, set, points.View(), o)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(err, kind error, text string) {
		t.Helper()
		if !errors.Is(err, kind) || !strings.Contains(err.Error(), text) {
			t.Errorf("got error %v, want %q: %v", err, text, kind)
		}
	}
	calls := func(m *Motion, kind error, text string) {
		t.Helper()
		for name, call := range map[string]func() error{
			"Step": func() error { return m.Step(time.Second) }, "Advance": func() error { return m.Advance(1) }, "Reset": func() error { return m.Reset() },
			"Set": func() error { return m.Set(o) }, "SetHead": func() error { return m.SetHead(mgl32.Ident4()) },
		} {
			refused(call(), kind, strings.ReplaceAll(text, "NAME", name))
		}
	}
	calls(nil, gpu.ErrReleased, "motion: NAME: the Motion is nil, or not made by New")
	calls(&Motion{}, gpu.ErrReleased, "motion: NAME: the Motion is nil, or not made by New")
	_, err = New(nil, set, points.View(), o)
	refused(err, gpu.ErrReleased, "motion: New: gpu: the Device is nil")
	_, err = New(dev, nil, points.View(), o)
	refused(err, ErrSet, "motion: New: the set is nil")
	_, err = New(dev, set, gpu.View{}, o)
	refused(err, gpu.ErrView, "motion: points")

	low, high := mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}
	_, err = NewSolid(low, high, 0.01, nil)
	refused(err, ErrOptions, "motion: NewSolid: distance is nil")
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))} {
		_, err = NewSolid(low, high, 0.01, func(p mgl32.Vec3) float32 {
			if p[0] > 0.055 && p[1] > 0.055 {
				return bad
			}
			return ball(p)
		})
		refused(err, ErrOptions, fmt.Sprintf("is %v, want a finite number", bad))
	}
	solid, err := NewSolid(low, high, 0.01, ball)
	if err != nil {
		t.Fatal(err)
	}
	if solid.Beside(set, float32(math.NaN())) != solid {
		t.Error("a clearance that is no number dents the solid")
	}

	steps := m.Steps()
	points.Release()
	calls(m, gpu.ErrReleased, "motion: points is a view of buffer")
	if m.Steps() != steps {
		t.Errorf("%d steps were enqueued without points", m.Steps()-steps)
	}
	m.Release()
	calls(m, gpu.ErrReleased, "motion: NAME: the Motion: released")
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}

// Sets unlike a groom: points in one place, a strand that turns back on itself, a strand straight
// into the head, and points far out.
func TestDegenerateStrandsStayFinite(t *testing.T) {
	dev := gputest.Device(t)
	set := &strands.Set{First: []uint32{0}, Unit: 1}
	for _, s := range [][]mgl32.Vec3{
		{{0.1, 0, 0}, {0.1, 0, 0}},
		{{0.1, 0, 0}, {0.1, 0, 0}, {0.1, 0, 0}, {0.2, 0, 0}, {0.2, 0, 0}},
		{{0.1, 0, 0}, {0.2, 0, 0}, {0.1, 0, 0}, {0.2, 0, 0}},
		{{0, 0.05, 0}, {0, 0, 0}, {0, -0.02, 0}, {0, -0.2, 0}},
		{{500, 500, 500}, {501, 500, 500}, {502, 500, 500}},
	} {
		set.Points = append(set.Points, s...)
		set.First = append(set.First, uint32(len(set.Points)))
	}
	o := Defaults()
	o.Wind = mgl32.Vec3{10, 0, 3}
	var err error
	if o.Solid, err = NewSolid(mgl32.Vec3{-0.06, -0.06, -0.06}, mgl32.Vec3{0.06, 0.06, 0.06}, 0.005, ball); err != nil {
		t.Fatal(err)
	}
	m := move(t, dev, set, o)
	for i, p := range m.after(300) {
		if l := vec3(p).Sub(set.Points[i]).Len(); !(l < 5) {
			t.Errorf("point %d went from %v to %v", i, set.Points[i], p)
		}
	}
	for i := range 2 { // in one place they stay
		if p := vec3(m.after(0)[i]); p.Sub(set.Points[0]).Len() > 1e-6 {
			t.Errorf("point %d of no length is at %v", i, p)
		}
	}
}

func TestReleaseFreesAllAndStepsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	set := curls(70)
	points, err := gpu.NewBuffer[[4]float32](dev, len(set.Points)+16)
	if err != nil {
		t.Fatal(err)
	}
	defer points.Release()
	// A view in the middle of a buffer: the words around it and the widths in it stay.
	before := make([][4]float32, points.Len())
	for i := range before {
		before[i] = [4]float32{7, 7, 7, float32(i)}
	}
	if err := points.Upload(before); err != nil {
		t.Fatal(err)
	}
	view, err := points.Slice(3, 3+len(set.Points))
	if err != nil {
		t.Fatal(err)
	}
	gputest.LeavesNothing(t, dev, "a motion", func() {
		m, err := New(dev, set, view, storm())
		if err != nil {
			t.Fatal(err)
		}
		defer m.Release()
		for what, f := range map[string]func() error{
			"Step": func() error { return m.Step(20 * time.Millisecond) }, "Advance": func() error { return m.Advance(3) },
		} {
			gputest.Run(t, dev, what, func(t *testing.T) {
				if n := testing.AllocsPerRun(10, func() {
					if err := f(); err != nil {
						t.Fatal(err)
					}
				}); n != 0 {
					t.Errorf("%s: %v allocations", what, n)
				}
			})
		}
	})
	after, err := points.Download()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range after {
		inside := i >= 3 && i < 3+len(set.Points)
		if p[3] != float32(i) || (p == before[i]) == inside {
			t.Fatalf("point %d of the buffer was %v and is %v", i, before[i], p)
		}
	}
}

func TestSelfTest(t *testing.T) {
	set := curls(3)
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	gputest.LeavesNothing(t, dev, "a motion", func() {
		points, err := gpu.NewBuffer[[4]float32](dev, len(set.Points))
		if err != nil {
			t.Fatal(err)
		}
		defer points.Release()
		m, err := New(dev, set, points.View(), Defaults())
		if err != nil {
			t.Fatal(err)
		}
		m.Release()
	})
	if report := strings.Join(dev.Report(), "\n"); !strings.Contains(report, "motion: ") || !strings.Contains(report, "self-test passed") {
		t.Errorf("the report names no self-test:\n%s", report)
	}
	wrong := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Lanes: gpu.LanesShared})
	points, err := gpu.NewBuffer[[4]float32](wrong, len(set.Points))
	if err != nil {
		t.Fatal(err)
	}
	defer points.Release()
	if _, err := New(wrong, set, points.View(), Defaults()); !errors.Is(err, gpu.ErrSelfTest) {
		t.Errorf("kernels that forget the last strand: %v", err)
	}
}

func TestShadersMotion(t *testing.T) {
	step, rest, follow := specs()
	gputest.Validate(t, []kernel.Spec{step, rest, follow})
}
