// SPDX-License-Identifier: MIT

package grid

import (
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
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
