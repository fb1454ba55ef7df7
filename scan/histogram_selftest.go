// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"math"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest returns the histogram's self-test.
func (h *Histogram) selfTest(kernel.Shape) kernel.SelfTest {
	zero, count, err := h.o.specs(h.shape, h.d.Caps().Software)
	specs := []kernel.Spec{count}
	if !h.o.shared() {
		specs = append(specs, zero)
	}
	return kernel.SelfTest{Specs: specs, Test: func() error {
		if err != nil {
			return err
		}
		return h.test()
	}}
}

func (h *Histogram) test() error {
	tile := h.shape.TileSize()
	edges := h.madeEdges()
	for _, n := range []int{5*tile + tile/2 + 3, 1, 5*tile + tile/2 + 3} { // again: the totals begin as zeros
		items := h.madeItems(edges, n)
		want := make([]uint32, h.o.Bins+1)
		for _, w := range items {
			want[h.plainBin(edges, w)]++
		}
		for _, form := range h.forms() {
			got, err := form.once(items, edges)
			if err != nil {
				return err
			}
			what := fmt.Sprintf("scan: histogram: %d bins, %d workers", h.o.Bins, form.shape.WorkersFor(n))
			if err := kernel.Expect(what, n, got, want[:h.o.words()]); err != nil {
				return err
			}
		}
	}
	return nil
}

// forms returns the histogram with a worker for each tile, and with two workers for all tiles.
func (h *Histogram) forms() []*Histogram {
	few := *h
	few.shape.Workers = min(2, h.shape.Workers)
	return []*Histogram{h, &few}
}

func (h *Histogram) once(items, edges []uint32) ([]uint32, error) {
	src, err := gpu.NewBufferFrom(h.d, items)
	if err != nil {
		return nil, err
	}
	defer src.Release()
	dst, err := gpu.NewBufferFrom(h.d, repeat(7, h.o.words()))
	if err != nil {
		return nil, err
	}
	defer dst.Release()
	by, err := gpu.NewBufferFrom(h.d, edges)
	if err != nil {
		return nil, err
	}
	defer by.Release()
	if err := h.run(dst.View(), src.View(), by.View(), gpu.N(len(items)), h.o.Edges); err != nil {
		return nil, err
	}
	return dst.Download()
}

// number is the value of a word, exact in float64. wordOf is its inverse.
func (h *Histogram) number(w uint32) float64 {
	switch h.o.Type {
	case gpu.Int32:
		return float64(int32(w))
	case gpu.Float32:
		return float64(math.Float32frombits(w))
	}
	return float64(w)
}

func (h *Histogram) wordOf(x float64) uint32 {
	if h.o.Type == gpu.Float32 {
		return math.Float32bits(float32(x))
	}
	return uint32(int64(x))
}

// madeEdges returns edges that ascend in unequal steps. Even bins get them too, but do not read
// them.
func (h *Histogram) madeEdges() []uint32 {
	edges := make([]uint32, h.o.Bins+1)
	for i := range edges {
		edges[i] = h.wordOf(float64(10 + 3*i + i%2))
	}
	return edges
}

// madeItems returns items in all bins, and some outside. The last item is the lower bound of the
// first bin.
func (h *Histogram) madeItems(edges []uint32, n int) []uint32 {
	lower, upper := h.o.Lower, h.o.Upper
	if h.o.Edges {
		lower, upper = h.number(edges[0]), h.number(edges[h.o.Bins])
	}
	if h.o.Type == gpu.Float32 {
		lower, upper = float64(float32(lower)), float64(float32(upper))
	}
	items := make([]uint32, n)
	for i := range items {
		items[i] = h.wordOf(lower + (upper-lower)*(float64(uint32(i+1)*2654435761)/(1<<32)*1.2-0.1))
	}
	items[n-1] = h.wordOf(lower)
	return items
}

// plainBin is the bin of an item; Bins for none.
func (h *Histogram) plainBin(edges []uint32, w uint32) int {
	x := h.number(w)
	lower, upper, scale := h.o.rounded()
	switch {
	case h.o.Edges:
		above := sort.Search(len(edges), func(i int) bool { return h.number(edges[i]) > x })
		return (above + h.o.Bins) % (h.o.Bins + 1) // before the first edge and behind the last it is Bins
	case h.o.Type == gpu.Float32 && float64(lower) <= x && x < float64(upper):
		place := (float32(x) - lower) * scale
		return min(h.o.Bins-1, int(place))
	case h.o.Type != gpu.Float32 && h.o.Lower <= x && x < h.o.Upper:
		return int((x - h.o.Lower) / ((h.o.Upper - h.o.Lower) / float64(h.o.Bins)))
	}
	return h.o.Bins
}
