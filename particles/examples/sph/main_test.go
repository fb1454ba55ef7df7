// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/particles"
	"github.com/combgl/comb/particles/examples/internal/show/showtest"
)

func TestDamBreak(t *testing.T) {
	drops := gputest.InNightly(1500, 300)
	for _, args := range [][]string{{}, {"-hashed", "-substeps", "3"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			n := showtest.Headless(t, app(), append([]string{"-count", fmt.Sprint(drops), "-steps", "40"}, args...)...)
			if d := n.Systems["drops"]; d.Alive != drops || d.Dropped != 0 {
				t.Errorf("%v: %+v", args, d)
			}
			if s := n.Scene; s["drops"] != float64(drops) || s["no_numbers"] != 0 || s["too_dense_mean"] > 0.02 || s["most_x"] < 0.5 || len(n.Stages) < 10 {
				t.Errorf("%v: %+v, %+v", args, s, n.Stages)
			}
		})
	}
	showtest.Refuses(t, app(), "-count", "99")
	showtest.Refuses(t, app(), "-iterations", "0")
}

// Six hundred steps, in a nightly run three thousand: no drop is lost, all stay in the tank, the
// density stays that of water, and the energy falls until the water is still and level.
func TestSimulationStaysStable(t *testing.T) {
	dev := gputest.Device(t)
	w, err := newWater(dev, settings{count: 300, iterations: 4, seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Release()
	before := math.Inf(1)
	for n := range gputest.InNightly(1500, 300) { // two steps each
		if err := w.Step(frame, particles.Camera{}); err != nil {
			t.Fatal(err)
		}
		if n%100 != 99 {
			continue
		}
		s, err := w.Numbers()
		if err != nil {
			t.Fatal(err)
		}
		if s["drops"] != 300 || s["no_numbers"] != 0 || s["too_dense_mean"] > 0.02 || s["too_dense_most"] > 0.2 {
			t.Fatalf("after %d frames: %v", n+1, s)
		}
		for i, axis := range []string{"x", "y", "z"} {
			if s["least_"+axis] < float64(tankMin[i]) || s["most_"+axis] > float64(tankMax[i]) {
				t.Fatalf("after %d frames: %s from %v to %v", n+1, axis, s["least_"+axis], s["most_"+axis])
			}
		}
		if s["energy"] > before*1.06 {
			t.Errorf("after %d frames: an energy of %v, before %v", n+1, s["energy"], before)
		}
		before = s["energy"]
	}
	// The dam's water over the whole floor has its middle at half its height.
	level := dam[0] * dam[1] * dam[2] / (4 * 1.6)
	if got := before / 9.81; got < 0.35*level || got > 0.75*level {
		t.Errorf("the middle of the water lies at %v, the water %v high", got, level)
	}
}

// vec is a place of the twin.
type vec [3]float64

func (a vec) add(b vec, by float64) vec { return vec{a[0] + b[0]*by, a[1] + b[1]*by, a[2] + b[2]*by} }
func (a vec) dot(b vec) float64         { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// twin is the solver by plain loops over all pairs.
type twin struct {
	s             settings
	h, w, g, step float64
	near          [][]int // whose cells are in each one's reach
}

func newTwin(s settings, predicted []vec) *twin {
	c := s.constants()
	number := func(name string) float64 { return float64(c[name].(float32)) }
	a := &twin{s: s, h: number("REACH"), w: number("SMOOTH_SCALE"), g: number("GRADIENT_SCALE"), step: number("STEP")}
	cell := func(p vec, off float64, axis int) float64 {
		return math.Floor((p[axis] + off - float64(tankMin[axis])) / a.h)
	}
	for _, p := range predicted {
		var near []int
		for j, q := range predicted {
			in := true
			for axis := range 3 {
				in = in && cell(q, 0, axis) >= cell(p, -a.h, axis) && cell(q, 0, axis) <= cell(p, a.h, axis)
			}
			if in {
				near = append(near, j)
			}
		}
		a.near = append(a.near, near)
	}
	return a
}

func (a *twin) smooth(d2 float64) float64 { return a.w * math.Pow(max(0, a.h*a.h-d2), 3) }

func (a *twin) gradient(apart vec) vec {
	d := math.Sqrt(apart.dot(apart))
	if d == 0 || d >= a.h {
		return vec{}
	}
	return vec{}.add(apart, a.g*(a.h-d)*(a.h-d)/d)
}

// walls integrates a wall's part numerically: the kernels have a polynomial.
func (a *twin) walls(p vec) (density float64, slope vec) {
	part := func(d float64) (beyond, at float64) {
		q := min(max(d/a.h, 0), 1)
		const n = 400
		for i := range n {
			x := q + (1-q)*(float64(i)+0.5)/n
			beyond += 315.0 / 256 * math.Pow(1-x*x, 4) * (1 - q) / n
		}
		return beyond, 315.0 / 256 / a.h * math.Pow(1-q*q, 4)
	}
	for axis := range 3 {
		b, s := part(p[axis] - float64(tankMin[axis]))
		density, slope[axis] = density+b, slope[axis]-s
		b, s = part(float64(tankMax[axis]) - p[axis])
		slope[axis] += s
		if axis != 1 { // the tank is open
			density += b
		}
	}
	return density, slope
}

func (a *twin) press(now []vec) []float64 {
	all := make([]float64, len(now))
	for i, p := range now {
		density, own := a.walls(p)
		others := 0.0
		for _, j := range a.near[i] {
			apart := now[j].add(p, -1)
			g := a.gradient(apart)
			density += a.smooth(apart.dot(apart))
			own, others = own.add(g, 1), others+g.dot(g)
		}
		all[i] = max(density-1, 0) / (others + own.dot(own) + 0.5/(a.h*a.h))
	}
	return all
}

func (a *twin) move(now []vec, press []float64) []vec {
	next := make([]vec, len(now))
	for i, p := range now {
		_, slope := a.walls(p)
		push := vec{}.add(slope, -2*press[i])
		for _, j := range a.near[i] {
			push = push.add(a.gradient(now[j].add(p, -1)), -press[i]-press[j])
		}
		p = p.add(push, min(1, 0.1*a.h/max(math.Sqrt(push.dot(push)), 1e-9)))
		for axis := range 3 {
			p[axis] = min(max(p[axis], float64(tankMin[axis])+0.05*a.h), float64(tankMax[axis])-0.05*a.h)
		}
		next[i] = p
	}
	return next
}

func (a *twin) finish(before, now []vec) (speed []vec, density []float64) {
	own := make([]vec, len(now))
	for i := range now {
		own[i] = vec{}.add(now[i].add(before[i], -1), 1/a.step)
	}
	for i, p := range now {
		sum, _ := a.walls(p)
		v := own[i]
		for _, j := range a.near[i] {
			apart := now[j].add(p, -1)
			part := a.smooth(apart.dot(apart))
			sum, v = sum+part, v.add(own[j].add(own[i], -1), viscosity*part)
		}
		speed, density = append(speed, v), append(density, sum)
	}
	return speed, density
}

func widen(v [3]float32) vec { return vec{float64(v[0]), float64(v[1]), float64(v[2])} }

// A step of the solver equals that of plain loops, up to rounding, with a box grid and a hashed
// one.
func TestSolverMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	for _, s := range []settings{{count: gputest.InNightly(600, 400), iterations: 3, seed: 2}, {count: gputest.InNightly(400, 300), iterations: 1, seed: 3, hashed: true, substeps: 4}} {
		gputest.Run(t, dev, fmt.Sprintf("seed=%d,hashed=%v", s.seed, s.hashed), func(t *testing.T) {
			w, err := newWater(dev, s)
			if err != nil {
				t.Fatal(err)
			}
			dt := frame / float64(s.steps())
			for range 90 {
				if err := w.substep(dt); err != nil {
					t.Fatal(err)
				}
			}
			drops, err := particles.Read[drop](w.drops)
			if err != nil {
				t.Fatal(err)
			}
			var before, now []vec
			for _, d := range drops {
				before, now = append(before, widen(d.Position)), append(now, widen(d.Predicted))
			}
			a := newTwin(s, now)
			if s.hashed { // its cells begin at the origin, and walks find the same neighbours
				for i := range a.near {
					a.near[i] = a.near[i][:0]
					for j := range now {
						a.near[i] = append(a.near[i], j)
					}
				}
			}
			over := 0
			for _, press := range a.press(now) {
				if press > 0 {
					over++
				}
			}
			for range s.iterations {
				now = a.move(now, a.press(now))
			}
			speed, density := a.finish(before, now)
			if err := w.substep(dt); err != nil {
				t.Fatal(err)
			}
			places, err := w.place.Download()
			if err != nil {
				t.Fatal(err)
			}
			speeds, err := w.speed.Download()
			if err != nil {
				t.Fatal(err)
			}
			for i := range drops {
				at, v := widen([3]float32(places[i][:3])).add(now[i], -1), widen([3]float32(speeds[i][:3])).add(speed[i], -1)
				if !(at.dot(at) < 1e-10 && v.dot(v) < 4e-5 && math.Abs(float64(places[i][3])-density[i]) < 1e-3) {
					t.Fatalf("%+v: drop %d is at %v with %v, expected %v, %v, %v", s, i, places[i], speeds[i], now[i], speed[i], density[i])
				}
			}
			if over < s.count/20 {
				t.Errorf("%+v: %d drops are pressed: that proves little", s, over)
			}
			w.Release()
		})
	}
}

// The same seed gives the same bits, a scene leaves no objects behind, and a step allocates
// nothing.
func TestSameSeedIsBitExact(t *testing.T) {
	dev := gputest.Device(t)
	var first []drop
	gputest.LeavesNothing(t, dev, "a dam", func() {
		for range 2 {
			w, err := newWater(dev, settings{count: gputest.InNightly(700, 300), iterations: 2, seed: 9})
			if err != nil {
				t.Fatal(err)
			}
			step := func() { err = w.Step(frame, particles.Camera{}) }
			if many := testing.AllocsPerRun(20, step); many > 0 || err != nil {
				t.Errorf("%v allocations a step, %v", many, err)
			}
			all, err := particles.Read[drop](w.drops)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = all
			}
			gputest.Equal(t, "drops", all, first)
			w.Release()
		}
	})
}

func TestShadersSph(t *testing.T) {
	dev := gputest.Device(t) // for the drops' declarations
	for _, hashed := range []bool{false, true} {
		w, err := newWater(dev, settings{count: 100, iterations: 1, hashed: hashed})
		if err != nil {
			t.Fatal(err)
		}
		specs := w.s.specs(w.grid.GLSL())
		gputest.Validate(t, specs[:])
		all, err := sources(w.drops)
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range all {
			gputest.ValidateSource(t, pair[0].File, "vert", pair[0].Source)
			gputest.ValidateSource(t, pair[1].File, "frag", pair[1].Source)
		}
		w.Release()
	}
}
