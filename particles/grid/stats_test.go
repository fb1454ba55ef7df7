// SPDX-License-Identifier: MIT

package grid

import (
	"errors"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/radix"
)

// The numbers of a Build of no records are numbers too. Before the first Build there are none, not
// even those of the self-test.
func TestStatsOfNoRecords(t *testing.T) {
	dev := gputest.Device(t)
	g := newGrid(t, dev, Options{Capacity: 10, Cell: 1, Hashed: true})
	if err := g.test(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if s, ok, err := g.Stats(); s != (Stats{}) || ok || err != nil {
			t.Errorf("before the first Build: %+v, %v, %v", s, ok, err)
		}
		dev.Finish()
	}
	if s, err := g.StatsNow(); s != (Stats{}) || err != nil {
		t.Errorf("before the first Build, now: %+v, %v", s, err)
	}
	if err := g.Build(gpu.View{}, gpu.N(0)); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		s, ok, err := g.Stats()
		if s != (Stats{}) || err != nil {
			t.Fatalf("%+v, %v", s, err)
		}
		if ok {
			return
		}
		dev.Finish()
	}
	t.Error("the numbers of no records never arrive")
}

// A Build whose sort cannot be prepared enqueues nothing: the build before stays, and the numbers
// of the next one are its own.
func TestBuildWithoutASortLeavesTheGrid(t *testing.T) {
	dev := gputest.Device(t)
	o := kinds()["box"]
	o.Capacity = 300
	g := newGrid(t, dev, o)
	build := func(n int) error {
		src := gputest.Words(t, dev, g.l.records(g.l.scatter(n)))
		defer src.Free()
		return g.Build(src.View(), gpu.N(n))
	}
	if err := build(300); err != nil {
		t.Fatal(err)
	}
	sorter := g.sorter
	g.sorter = &radix.Sorter{} // refuses each call
	if err := build(200); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("without a sort: %v", err)
	}
	g.sorter = sorter
	if err := g.compare(g.l.build(g.l.scatter(300))); err != nil || g.Count() != gpu.N(300) {
		t.Errorf("%v records, %v", g.Count(), err)
	}
	if err := build(250); err != nil {
		t.Fatal(err)
	}
	if err := g.compare(g.l.build(g.l.scatter(250))); err != nil {
		t.Error(err)
	}
}
