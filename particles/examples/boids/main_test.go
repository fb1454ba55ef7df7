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
	"github.com/go-gl/mathgl/mgl64"
)

func TestBoids(t *testing.T) {
	count, steps := gputest.InNightly(1500, 700), gputest.InNightly("90", "40")
	all := [][]string{{}}
	if gputest.Nightly() {
		all = append(all, []string{"-flat", "-hashed", "-hawks", "0"}, []string{"-flat"}, []string{"-hashed"}, []string{"-flat", "-hashed", "-hawks", "0"})
	}
	for _, args := range all {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			n := showtest.Headless(t, app(), append([]string{"-count", fmt.Sprint(count), "-steps", steps}, args...)...)
			if b := n.Systems["birds"]; b.Alive != count || b.Dropped != 0 {
				t.Errorf("%v: %+v", args, b)
			}
			if s := n.Scene; s["no_numbers"] != 0 || s["outside"] != 0 || s["neighbours"] < 2 || s["speed"] < 1 || len(n.Stages) < 6 {
				t.Errorf("%v: %+v, %+v", args, s, n.Stages)
			}
		})
	}
	showtest.Refuses(t, app(), "-count", "0")
	showtest.Refuses(t, app(), "-hawks", "17")
}

// bird is a boid on the CPU.
type bird struct {
	at, velocity mgl64.Vec3
	near         float64
}

func birdsOf(all []boid) []bird {
	birds := make([]bird, len(all))
	for i, b := range all {
		for c := range 3 {
			birds[i].at[c], birds[i].velocity[c] = float64(b.Position[c]), float64(b.Velocity[c])
		}
		birds[i].near = float64(b.Near)
	}
	return birds
}

func limited(v mgl64.Vec3, most float64) mgl64.Vec3 {
	if l := v.Len(); l > most {
		return v.Mul(most / l)
	}
	return v
}

// step is the twin of birdLife without hawks and stones, by a search through all pairs.
func step(all []bird, r rules, flat bool, dt float64) []bird {
	next := make([]bird, len(all))
	speed, sight, room := float64(r.Speed), float64(r.Sight), float64(r.Room)
	for i, b := range all {
		var away, heading, middle mgl64.Vec3
		near := 0.0
		for j, o := range all {
			apart := o.at.Sub(b.at)
			d := apart.Len()
			if j == i || d > sight {
				continue
			}
			near++
			heading, middle = heading.Add(o.velocity), middle.Add(apart)
			if d < room {
				away = away.Sub(apart.Mul((1 - d/room) / max(d, 1e-6)))
			}
		}
		push := away.Mul(float64(r.Part) * speed)
		if near > 0 {
			push = push.Add(heading.Mul(1 / near).Sub(b.velocity).Mul(float64(r.Align)))
			push = push.Add(middle.Mul(float64(r.Gather) * speed / sight / near))
		}
		var far mgl64.Vec3
		for c := range 3 {
			half := max(0.5*float64(r.Max[c]-r.Min[c]), 1e-3)
			far[c] = (b.at[c] - 0.5*float64(r.Min[c]+r.Max[c])) / half
		}
		l := far.Len()
		push = push.Sub(far.Mul(9 * speed * min(max((l-0.7)/0.3, 0), 1.5) / max(l, 1e-6)))
		if flat {
			push[2] = 0
		}
		v := b.velocity.Add(limited(push, 12*speed).Mul(dt))
		v = v.Mul(min(max(v.Len(), 0.6*speed), 1.3*speed) / max(v.Len(), 1e-6))
		at := b.at.Add(v.Mul(dt))
		for c := range 3 {
			at[c] = min(max(at[c], float64(r.Min[c])), float64(r.Max[c]))
		}
		next[i] = bird{at, v, near}
	}
	return next
}

// figures describe a flock: its mean heading, neighbours, speed, and distance from its middle.
func figures(all []bird) (f [4]float64) {
	var heading, middle mgl64.Vec3
	n := float64(len(all))
	for _, b := range all {
		heading = heading.Add(b.velocity.Normalize().Mul(1 / n))
		middle = middle.Add(b.at.Mul(1 / n))
		f[1] += b.near / n
		f[2] += b.velocity.Len() / n
	}
	for _, b := range all {
		f[3] += b.at.Sub(middle).LenSqr() / n
	}
	f[0], f[3] = heading.Len(), math.Sqrt(f[3])
	return f
}

// A step equals that of a search through all pairs, up to rounding. After a second or more both
// flocks have like figures.
func TestFlockMatchesAllPairsSearch(t *testing.T) {
	dev := gputest.Device(t)
	steps := gputest.InNightly(160, 61)
	all := []settings{{count: 300, seed: 4, flat: true, hashed: true}}
	if gputest.Nightly() {
		all = append(all, settings{count: 400, seed: 3}, settings{count: 300, seed: 4, flat: true}, settings{count: 300, seed: 5, hashed: true})
	}
	for _, s := range all {
		gputest.Run(t, dev, fmt.Sprintf("seed=%d,flat=%v,hashed=%v", s.seed, s.flat, s.hashed), func(t *testing.T) {
			r := s.rules()
			r.Wander = 0
			f, err := newFlock(dev, s, r)
			if err != nil {
				t.Fatal(err)
			}
			read := func() []bird {
				all, err := particles.Read[boid](f.birds)
				if err != nil || len(all) != s.count {
					t.Fatalf("%d birds, %v", len(all), err)
				}
				byID := make([]boid, len(all)) // the sort changes their order
				for _, b := range all {
					byID[b.ID] = b
				}
				return birdsOf(byID)
			}
			const dt = 1.0 / 60
			forward := func() {
				if err := f.Step(dt, particles.Camera{}); err != nil {
					t.Fatal(err)
				}
			}
			forward()
			twin := read()
			for n := range steps {
				before := read()
				forward()
				twin = step(twin, r, s.flat, dt)
				if n%20 != 0 {
					continue
				}
				others := 0
				after := read()
				for i, want := range step(before, r, s.flat, dt) {
					got := after[i]
					if got.near != want.near {
						others++ // a neighbour at the limit of sight changes the mean
						continue
					}
					if d := got.at.Sub(want.at).Len() + dt*got.velocity.Sub(want.velocity).Len(); !(d < 2e-5) {
						t.Fatalf("%+v: step %d: bird %d is %+v, expected %+v", s, n, i, got, want)
					}
				}
				if others > 2 {
					t.Errorf("%+v: step %d: %d birds have other neighbours", s, n, others)
				}
			}
			got, want := figures(read()), figures(twin)
			for i, bound := range [4]float64{0.12, 0.15 * want[1], 0.05 * want[2], 0.1 * want[3]} {
				if !(math.Abs(got[i]-want[i]) < bound) {
					t.Errorf("%+v: %s: %v, all pairs give %v", s, [...]string{"order", "neighbours", "speed", "spread"}[i], got[i], want[i])
				}
			}
			t.Log(fmt.Sprintf("%+v", s), got, want)
			numbers, err := f.Numbers() // of the state before the last step
			if err != nil || math.Abs(numbers["order"]-got[0]) > 0.05 || math.Abs(numbers["speed"]-got[2]) > 0.05 {
				t.Errorf("%v, %v, expected about %v", numbers, err, got)
			}
			f.Release()
		})
	}
}

// The same seed gives the same bits, and a flock leaves no objects behind.
func TestSameSeedIsBitExact(t *testing.T) {
	dev := gputest.Device(t)
	var first []boid
	gputest.LeavesNothing(t, dev, "a flock", func() {
		for range 2 {
			s := settings{count: gputest.InNightly(700, 400), hawks: 5, stones: true, seed: 9}
			f, err := newFlock(dev, s, s.rules())
			if err != nil {
				t.Fatal(err)
			}
			for range gputest.InNightly(40, 20) {
				if err := f.Step(1.0/60, particles.Camera{}); err != nil {
					t.Fatal(err)
				}
			}
			all, err := particles.Read[boid](f.birds)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = all
			}
			gputest.Equal(t, "birds", all, first)
			step := func() { err = f.Step(1.0/60, particles.Camera{}) }
			if many := testing.AllocsPerRun(10, step); many > 0 || err != nil {
				t.Errorf("%v allocations a step, %v", many, err)
			}
			f.Release()
		}
	})
}
