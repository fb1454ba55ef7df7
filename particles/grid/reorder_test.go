// SPDX-License-Identifier: MIT

package grid

import (
	"errors"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Whole records follow the places.
func TestReorder(t *testing.T) {
	dev := gputest.Device(t)
	o := kinds()["box"]
	o.Capacity = 900
	g := newGrid(t, dev, o)
	places := g.l.scatter(800)
	words := g.l.records(places)
	for i := range places {
		words[i*5] = uint32(i) // before the place
	}
	src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, len(words))
	if err := g.Build(src.View(), gpu.N(800)); err != nil {
		t.Fatal(err)
	}
	if err := g.Reorder(dst.View(), src.View(), 20); err != nil {
		t.Fatal(err)
	}
	var want []uint32
	for _, p := range g.l.build(places).places {
		want = append(want, words[p[3]*5:p[3]*5+5]...)
	}
	gputest.Equal(t, "records", dst.Get(), want)
}

// Reorder needs a Build, and as many records as that had. The builds of the self-test are not the
// caller's.
func TestReorderRefuses(t *testing.T) {
	dev := gputest.Device(t)
	g := newGrid(t, dev, Options{Capacity: 20, Cell: 1, Hashed: true})
	src, four, dst := gputest.Words(t, dev, make([]uint32, 40)), gputest.Words(t, dev, make([]uint32, 16)), gputest.Fresh(t, dev, 40)
	before := dst.Get()
	if n := g.Count(); n != gpu.N(0) {
		t.Errorf("Count before the first Build: %v", n)
	}
	if err := g.Reorder(dst.View(), src.View(), 16); !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "want a Build before") {
		t.Errorf("before the first Build: %v", err)
	}
	if err := g.test(); err != nil {
		t.Fatal(err)
	}
	if err := g.Reorder(dst.View(), src.View(), 16); !errors.Is(err, gpu.ErrArgument) || g.Count() != gpu.N(0) {
		t.Errorf("after a self-test, with a Count of %v: %v", g.Count(), err)
	}
	if err := g.Build(src.View(), gpu.N(10)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dst, src gpu.View
		stride   int
		is       error
		wantText string
	}{
		{dst.View(), four.View(), 16, gpu.ErrView, "grid: Reorder: src"},
		{four.View(), src.View(), 16, gpu.ErrView, "grid: Reorder: dst"},
		{dst.View(), src.View(), 20, gpu.ErrView, "grid: Reorder: dst"},
		{dst.View(), gpu.View{}, 16, gpu.ErrView, "grid: Reorder: src"},
		{src.View(), src.View(), 16, gpu.ErrOverlap, "grid: Reorder: dst and src share bytes"},
		{dst.View(), src.View(), 0, gpu.ErrArgument, "stride is 0, want a multiple of 4"},
		{dst.View(), src.View(), 6, gpu.ErrArgument, "stride is 6"},
		{dst.View(), src.View(), 1028, gpu.ErrArgument, "stride is 1028"},
	} {
		if err := g.Reorder(c.dst, c.src, c.stride); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.wantText) {
			t.Errorf("%v, expected %s", err, c.wantText)
		}
	}
	gputest.Equal(t, "dst after what was refused", dst.Get(), before)
	if err := g.Reorder(dst.View(), src.View(), 16); err != nil {
		t.Error(err)
	}
}

// A Build that fails within leaves no order: what it has written is of no use.
func TestFailedBuildLeavesNoOrder(t *testing.T) {
	dev := gputest.Device(t)
	g := newGrid(t, dev, Options{Capacity: 20, Cell: 1, Hashed: true})
	src, dst := gputest.Words(t, dev, make([]uint32, 40)), gputest.Fresh(t, dev, 40)
	if err := g.Build(src.View(), gpu.N(10)); err != nil {
		t.Fatal(err)
	}
	g.sorter.Release()
	if err := g.Build(src.View(), gpu.N(10)); !errors.Is(err, gpu.ErrReleased) {
		t.Fatalf("Build without a sorter: %v", err)
	}
	if err := g.Reorder(dst.View(), src.View(), 16); !errors.Is(err, gpu.ErrArgument) || g.Count() != gpu.N(0) {
		t.Errorf("Reorder after it, with a Count of %v: %v", g.Count(), err)
	}
}
