// SPDX-License-Identifier: MIT

package particles

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Systems of random options beside their twins, over random calls: steps of any length, also of 0,
// with any number of newborns, Reset, Reorder, and Restore into a system of another tuning, with
// Slots or without, that has made steps or not.
func TestAnyOptionsMatchCPU(t *testing.T) {
	dev := gputest.Device(t)
	seeds := gputest.InNightly(100, 10)
	if testing.Short() {
		seeds = 3
	}
	for seed := range int64(seeds) {
		gputest.Run(t, dev, fmt.Sprint("seed=", seed), func(t *testing.T) {
			a := newAny(t, dev, seed)
			for range 20 {
				switch a.r.Intn(10) {
				case 0:
					a.reset(t)
				case 1, 2:
					a.restore(t)
				case 3:
					a.reorder(t)
				}
				a.step(t)
			}
			if err := dev.Check(); err != nil {
				t.Error(err)
			}
			a.s.Release()
		})
	}
}

// anySystem is a system with its twin.
type anySystem struct {
	dev        *gpu.Device
	r          *rand.Rand
	o          Options
	s          *System
	w          *twin
	overflowed int
}

func newAny(t *testing.T, dev *gpu.Device, seed int64) *anySystem {
	r := rand.New(rand.NewSource(seed))
	coin := func() bool { return r.Intn(2) == 0 }
	o := moteOptions([]int{1, 31, 256, 257, 1024, 1025, 3000, 5000}[r.Intn(8)])
	o.Emitters = []Emitter{{Rate: float64(r.Intn(2) * 2 * o.Capacity)}, {Rate: 77.7}}
	o.Update, o.Channels = moteEvents, []EventChannel{{Name: "sparks", Capacity: 1 + r.Intn(o.Capacity)}}
	o.Slots, o.Elements, o.Instanced = r.Intn(3) == 0, coin(), coin()
	if r.Intn(3) > 0 {
		o.Sort = Sort{By: ByKey, Key: "uint key(Particle p) { return p.life; }", Bits: []int{0, 8, 32}[r.Intn(3)], Descending: coin(), SkipSorted: coin()}
	}
	switch {
	case o.Slots && coin():
		o.Trail.Points = 3
	case !o.Slots && o.Sort.By == ByKey && coin():
		o.Sort.Gather, o.Sort.Every = true, r.Intn(4)
	}
	if !o.Slots && coin() {
		o.Cull = "bool visible(Particle p) { return (p.sum & 1u) == 0u; }"
	}
	a := &anySystem{dev: dev, r: r, o: o, w: newTwin(o)}
	a.s = a.system(t, o)
	return a
}

// system makes a system with a random tuning.
func (a *anySystem) system(t *testing.T, o Options) *System {
	paths := gputest.Paths(a.dev)
	o.Tuning = paths[a.r.Intn(len(paths))]
	t.Logf("%d, %s, Slots %v, %+v, Cull %q", o.Capacity, gputest.Name(o.Tuning), o.Slots, o.Sort, o.Cull)
	return newSystem(t, a.dev, o)
}

func (a *anySystem) reset(t *testing.T) {
	if err := a.s.Reset(); err != nil {
		t.Fatal(err)
	}
	a.w, a.overflowed = newTwin(a.o), 0
	a.check(t, a.w.alive)
}

func (a *anySystem) restore(t *testing.T) {
	var saved bytes.Buffer
	if err := a.s.Snapshot(&saved); err != nil {
		t.Fatal(err)
	}
	o := a.o
	if o.Cull == "" && !o.Sort.Gather && o.Trail.Points == 0 {
		o.Slots = a.r.Intn(2) == 0
	}
	s := a.system(t, o)
	for range a.r.Intn(3) {
		if err := s.Emit(0, 50); err != nil {
			t.Fatal(err)
		}
		steps(t, s, 1)
	}
	if err := s.Restore(&saved); err != nil {
		t.Fatal(err)
	}
	a.s.Release()
	a.s, a.o = s, o
	a.check(t, a.w.alive)
}

// reorder reverses the records.
func (a *anySystem) reorder(t *testing.T) {
	if a.o.Slots {
		return
	}
	order := make([]uint32, a.o.Capacity)
	for i := range a.w.alive {
		order[i] = uint32(len(a.w.alive) - 1 - i)
	}
	if err := a.s.Reorder(gputest.Words(t, a.dev, order).View()); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(a.w.alive)
	a.check(t, a.w.alive)
}

func (a *anySystem) step(t *testing.T) {
	more := []int{0, 0, 1, 255, 256, 300, 1024, a.o.Capacity + 3}[a.r.Intn(8)]
	if err := a.s.Emit(0, more); err != nil {
		t.Fatal(err)
	}
	dt := []float64{0, 1.0 / 30, 0.25}[a.r.Intn(3)]
	if err := a.s.Step(dt); err != nil {
		t.Fatal(err)
	}
	a.w.run(dt, more)
	room := a.o.Channels[0].Capacity
	a.overflowed += max(0, len(a.w.events)-room)
	want := a.w.events[:min(room, len(a.w.events))]
	stats, err := a.s.StatsNow()
	if err != nil || stats.EventsEmitted[0] != len(want) || stats.EventsOverflowed[0] != a.overflowed {
		t.Fatalf("%+v, expected %d events and %d that overflowed: %v", stats, len(want), a.overflowed, err)
	}
	events := make([]mote, len(want))
	if err := gpu.Download(a.dev, a.s.EventRecords(0), events); err != nil {
		t.Fatal(err)
	}
	a.w.compare(t, "events", events, want)
	if a.o.Sort.Gather && int(a.w.step-1)%max(1, a.o.Sort.Every) == 0 {
		slices.SortStableFunc(a.w.alive, a.byKey)
	}
	list := slices.Clone(a.w.alive)
	if a.o.Cull != "" {
		list = slices.DeleteFunc(list, func(m mote) bool { return m.Sum&1 != 0 })
	}
	if a.o.Sort.By == ByKey && !a.o.Sort.Gather {
		slices.SortStableFunc(list, a.byKey)
	}
	a.check(t, list)
}

// byKey is the order of the sort.
func (a *anySystem) byKey(p, q mote) int {
	if a.o.Sort.Descending {
		p, q = q, p
	}
	return int(p.Life) - int(q.Life)
}

// check compares the system with its twin, and what is drawn with a list.
func (a *anySystem) check(t *testing.T, list []mote) {
	t.Helper()
	a.w.check(t, a.s)
	n, err := a.s.Drawn().Read()
	if err != nil || n != len(list) {
		t.Fatalf("%d are drawn, expected %d: %v", n, len(list), err)
	}
	all, index := make([]mote, a.o.Capacity), make([]uint32, n)
	if err := gpu.Download(a.dev, a.s.Records(), all); err != nil {
		t.Fatal(err)
	}
	got := all[:n:n]
	if order, ok := a.s.Order(); ok {
		if err := gpu.Download(a.dev, order, index); err != nil {
			t.Fatal(err)
		}
		got = nil
		for _, i := range index {
			got = append(got, all[i])
		}
	}
	a.w.compare(t, "drawn", got, list)
	if a.s.Steps() == 0 {
		return
	}
	want := []uint32{uint32(6 * n), 1, 0, 0}
	if a.o.Instanced {
		want = []uint32{6, uint32(n), 0, 0}
	}
	words := make([]uint32, 4)
	if err := gpu.Download(a.dev, a.s.DrawArgs(), words); err != nil || !slices.Equal(words, want) {
		t.Fatalf("the draw arguments are %v, expected %v: %v", words, want, err)
	}
	if !a.o.Elements {
		return
	}
	words = make([]uint32, 5)
	if err := gpu.Download(a.dev, a.s.ElementArgs(), words); err != nil || !slices.Equal(words, append(want, 0)) {
		t.Fatalf("the arguments for elements are %v, expected %v: %v", words, append(want, 0), err)
	}
}
