// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/go-gl/mathgl/mgl32"
)

// Each living particle has its latest positions, and none of the slot's former particle.
func TestTrails(t *testing.T) {
	dev := gputest.Device(t)
	const points = 5
	o := moteOptions(700)
	o.Slots, o.Trail, o.Emitters = true, Trail{Points: points}, []Emitter{{Rate: 6000}}
	s := newSystem(t, dev, o)
	past := map[uint32][][3]float32{} // by number, the oldest first
	for step := range 20 {
		if err := s.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
		all := make([]mote, o.Capacity)
		places := make([][4]uint32, points*o.Capacity)
		var args [4]uint32
		n, err := s.StatsNow()
		slots := make([]uint32, n.Alive)
		order, _ := s.Order()
		for _, err := range []error{err, gpu.Download(dev, s.Records(), all), gpu.Download(dev, s.Trails(), places),
			gpu.Download(dev, s.TrailArgs(), args[:]), gpu.Download(dev, order, slots)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if args != [4]uint32{uint32(n.Alive * 6 * (points - 1)), 1} || n.Alive == 0 {
			t.Fatalf("arguments %v for %d", args, n.Alive)
		}
		for _, slot := range slots {
			p := all[slot]
			past[p.ID] = append(past[p.ID], p.Position)
			was := past[p.ID]
			for back := range points {
				if back > step {
					break
				}
				place := places[int(slot)*points+(step-back)%points]
				if mine := place[3] == p.ID+1; mine != (back < len(was)) {
					t.Fatalf("step %d: particle %d, %d back: %v, it has lived %d steps", step, p.ID, back, place, len(was))
				} else if !mine {
					break
				}
				want := was[len(was)-1-back]
				if place[0] != math.Float32bits(want[0]) || place[1] != math.Float32bits(want[1]) || place[2] != math.Float32bits(want[2]) {
					t.Fatalf("step %d: particle %d was at %v %d steps ago, not %v", step, p.ID, want, back, place)
				}
			}
		}
	}
}

// The cull removes particles that the camera cannot see, and the rest is drawn in order.
func TestCull(t *testing.T) {
	dev := gputest.Device(t)
	projection := mgl32.Perspective(1, 1, 1, 50)
	view := mgl32.LookAtV(mgl32.Vec3{0, 0, 10}, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0})
	for _, c := range []struct {
		by     Criterion
		gather bool
	}{{Unsorted, false}, {ByKey, false}, {ByKey, true}} {
		gputest.Run(t, dev, fmt.Sprintf("%v,gather=%v", c.by, c.gather), func(t *testing.T) {
			by := c.by
			o := Options{
				Record: dot{}, Capacity: 3000, Init: dotInit, Update: "bool update(inout Particle p) { return true; }",
				Emitters:  []Emitter{{Shape: Box, Size: [3]float32{20, 20, 60}}},
				Functions: "// nothing",
				Cull:      "bool visible(Particle p) { return inView(p.position, 0.5); }",
				Sort:      Sort{By: by, Gather: c.gather}, Elements: true,
			}
			if by == ByKey {
				o.Sort.Key = "uint key(Particle p) { return uint(p.position.x * 100.0 + 3000.0); }"
			}
			s := newSystem(t, dev, o)
			s.SetCamera(Camera{View: view, Projection: projection, Near: 1, Far: 50})
			if err := s.Emit(0, 3000); err != nil {
				t.Fatal(err)
			}
			if err := s.Step(0.1); err != nil {
				t.Fatal(err)
			}
			all, err := Read[dot](s)
			if err != nil {
				t.Fatal(err)
			}
			var want []uint32
			both := projection.Mul4(view)
			for i, p := range all {
				inside := true
				for a := range 3 {
					for _, sign := range []float32{1, -1} {
						plane := both.Row(3).Add(both.Row(a).Mul(sign))
						inside = inside && plane.Dot(mgl32.Vec3(p.Position).Vec4(1)) >= -0.5*plane.Vec3().Len()
					}
				}
				if inside {
					want = append(want, uint32(i))
				}
			}
			if by == ByKey {
				sort.SliceStable(want, func(i, j int) bool {
					return uint32(all[want[i]].Position[0]*100+3000) < uint32(all[want[j]].Position[0]*100+3000)
				})
			}
			order, ok := s.Order()
			got := make([]uint32, len(want))
			var draw, elements [4]uint32
			for _, err := range []error{gpu.Download(dev, order, got), gpu.Download(dev, s.DrawArgs(), draw[:]), gpu.Download(dev, s.ElementArgs(), elements[:])} {
				if err != nil || !ok {
					t.Fatal(err)
				}
			}
			// After Restore all particles are drawn in the order of Records, until the next step
			// culls.
			var saved bytes.Buffer
			if err := errors.Join(s.Snapshot(&saved), s.Step(0.1), s.Restore(&saved)); err != nil {
				t.Fatal(err)
			}
			if _, indexed := s.Order(); indexed || s.Drawn() != s.Alive() {
				t.Errorf("by %v, gathered %v: what is restored is drawn by an old list", c.by, c.gather)
			}
			var whole [4]uint32
			for _, v := range []gpu.View{s.DrawArgs(), s.ElementArgs()} {
				if err := gpu.Download(dev, v, whole[:]); err != nil || whole != [4]uint32{uint32(6 * len(all)), 1} {
					t.Errorf("restored: the arguments are %v, %v", whole, err)
				}
			}
			if len(want) < 100 || len(want) > 2500 || !slices.Equal(got, want) || draw != [4]uint32{uint32(6 * len(want)), 1} || elements != draw {
				t.Errorf("by %v, gathered %v: %d drawn of %d, arguments %v and %v", by, c.gather, len(want), len(all), draw, elements)
			}
		})
	}
}

// In slots a particle stays where it was born, and no two are in one place.
func TestSlotsAreStable(t *testing.T) {
	dev := gputest.Device(t)
	o := moteOptions(300)
	o.Slots, o.Emitters = true, []Emitter{{Rate: 3000}}
	o.Init = "void init(inout Particle p, Birth b) { p.life = u.least + randomBelow(u.spread); p.emitter = slot; }"
	o.Update = "bool update(inout Particle p) { p.sum = slot; p.age++; return p.age < p.life; }"
	s := newSystem(t, dev, o)
	for range 30 {
		if err := s.Step(1.0 / 60); err != nil {
			t.Fatal(err)
		}
		n, err := s.StatsNow()
		if err != nil || n.Alive == 0 {
			t.Fatal(n, err)
		}
		all, slots := make([]mote, o.Capacity), make([]uint32, o.Capacity)
		order, _ := s.Order()
		for _, err := range []error{gpu.Download(dev, s.Records(), all), gpu.Download(dev, order, slots)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, slot := range slots[:n.Alive] {
			if p := all[slot]; p.Emitter != slot || p.Sum != slot {
				t.Fatalf("the particle in slot %d was born in %d and updated in %d", slot, p.Emitter, p.Sum)
			}
		}
		slices.Sort(slots)
		for i, slot := range slots {
			if int(slot) != i {
				t.Fatalf("the list of slots has no %d", i)
			}
		}
	}
}

// Slots that are full, empty and used again in another order: the particles are those of the twin.
func TestSlotsAreReused(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Tunings(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			o := moteOptions(5000)
			o.Slots, o.Emitters, o.Tuning = true, []Emitter{{}}, tune
			s, w := newSystem(t, dev, o), newTwin(o)
			emits := []int{4000, 0, 0, 2000, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 900, 900, 5000, 33, 0, 0, 700, 0, 0, 2500}
			for _, n := range emits {
				if err := s.Emit(0, n); err != nil {
					t.Fatal(err)
				}
				if err := s.Step(1.0 / 32); err != nil {
					t.Fatal(err)
				}
				w.run(1.0/32, n)
				w.check(t, s)
			}
			if w.dropped == 0 {
				t.Error("they were never full")
			}
		})
	}
}
