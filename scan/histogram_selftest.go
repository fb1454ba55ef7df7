// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"
	"math"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest returns the histogram's self-test. A map of the caller is replaced, because the buffers
// that it reads may not be bound yet.
func (h *Histogram) selfTest(kernel.Shape) kernel.SelfTest {
	o := h.o.standIn()
	specs, err := o.specs(h.d.Caps(), h.shape)
	return kernel.SelfTest{Specs: specs.all(), Test: func() error {
		if err != nil {
			return err
		}
		if o.Map == "" {
			defer func(o HistogramOptions) { h.o = o }(h.o)
			h.o = o
			return h.test()
		}
		in := &Histogram{d: h.d, o: o, shape: h.shape, place: h.place}
		defer in.Release()
		if err := in.build(specs); err != nil {
			return err
		}
		return in.test()
	}}
}

func (h *Histogram) test() error {
	tile := h.shape.TileSize()
	counts := []int{5*tile + tile/2 + 3, 1, 5*tile + tile/2 + 3} // again: the totals begin as zeros
	if h.place == inCopies {
		counts[2] = max(counts[2], 3*h.o.words()) // two copies
	}
	for _, n := range counts {
		in := h.madeInput(n)
		want := make([]uint32, h.o.bins()+1)
		for i := range n {
			want[in.bin(h.o, i)] += in.weight(i)
		}
		for _, form := range h.forms() {
			got, err := form.once(in)
			if err != nil {
				return err
			}
			what := fmt.Sprintf("scan: histogram: %d bins, weighted %v, %d workers", h.o.bins(), h.o.Weighted, form.shape.WorkersFor(n))
			if err := kernel.Expect(what, n, got, want[:h.o.words()]); err != nil {
				return err
			}
		}
	}
	return nil
}

// histogramInput is the input of a self-test. What the options do not need is empty.
type histogramInput struct {
	items, second, weights []uint32
	edges, secondEdges     []uint32
}

// madeInput returns n items, with all that the options need.
func (h *Histogram) madeInput(n int) histogramInput {
	x := h.o.x()
	in := histogramInput{edges: x.madeEdges()}
	in.items = x.madeItems(in.edges, n, 2654435761)
	if h.o.Weighted {
		for i := range n {
			in.weights = append(in.weights, uint32(i+7)*2246822519) // the sums pass 2^32
		}
	}
	if h.o.Y != (Axis{}) {
		in.secondEdges = h.o.Y.madeEdges()
		in.second = h.o.Y.madeItems(in.secondEdges, n, 3266489917)
	}
	return in.readBy(h.o)
}

// bin is the bin of item i, or the number of bins for none.
func (in histogramInput) bin(o HistogramOptions, i int) int {
	bin := o.x().plainBin(in.edges, in.items[i])
	if o.Y == (Axis{}) {
		return bin
	}
	second := o.Y.plainBin(in.secondEdges, in.second[i])
	if bin == o.Bins || second == o.Y.Bins {
		return o.bins()
	}
	return bin*o.Y.Bins + second
}

func (in histogramInput) weight(i int) uint32 {
	if in.weights == nil {
		return 1
	}
	return in.weights[i]
}

// forms returns the histogram with a worker for each tile, with two workers for all tiles, and with
// a last workgroup that moves all bins, as for many items.
func (h *Histogram) forms() []*Histogram {
	few, many := *h, *h
	few.shape.Workers = min(2, h.shape.Workers)
	many.noArrivals = true
	return []*Histogram{h, &few, &many}
}

// once returns the histogram of the input. All views are of one buffer.
func (h *Histogram) once(in histogramInput) ([]uint32, error) {
	c := HistogramCall{N: gpu.N(len(in.items))}
	var edges []uint32
	if h.o.Edges {
		edges = append(edges, in.edges...)
	}
	if h.o.Y.Edges {
		edges = append(edges, in.secondEdges...)
	}
	l := in.laid(h.o)
	var indices gpu.View
	parts := []struct {
		to    *gpu.View
		words []uint32
	}{{&c.Src, l.src}, {&c.Dst, repeat(7, h.o.words())}, {&c.Weights, l.weights}, {&c.Y, l.second}, {&c.Edges, edges}, {&indices, l.indices}}
	var words []uint32
	for _, p := range parts {
		words = append(words, p.words...)
	}
	all, err := gpu.NewBufferFrom(h.d, words)
	if err != nil {
		return nil, err
	}
	defer all.Release()
	from := 0
	for _, p := range parts {
		if len(p.words) == 0 {
			continue
		}
		if *p.to, err = all.Slice(from, from+len(p.words)); err != nil {
			return nil, err
		}
		from += len(p.words)
	}
	h.SetIndices(indices)
	defer h.SetIndices(gpu.View{})
	if err := h.Count(c); err != nil {
		return nil, err
	}
	got := make([]uint32, h.o.words())
	return got, gpu.Download(h.d, c.Dst, got)
}

// number is the value of a word, exact in float64. wordOf is its inverse.
func (a Axis) number(w uint32) float64 {
	switch a.Type {
	case gpu.Int32:
		return float64(int32(w))
	case gpu.Float32:
		return float64(math.Float32frombits(w))
	}
	return float64(w)
}

func (a Axis) wordOf(x float64) uint32 {
	if a.Type == gpu.Float32 {
		return math.Float32bits(float32(x))
	}
	return uint32(int64(x))
}

// madeEdges returns edges that ascend in unequal steps. Even bins get them too, but do not read
// them.
func (a Axis) madeEdges() []uint32 {
	edges := make([]uint32, a.Bins+1)
	for i := range edges {
		edges[i] = a.wordOf(float64(10 + 3*i + i%2))
	}
	return edges
}

// madeItems returns items in all bins, and some outside. The last item is the lower bound of the
// first bin.
func (a Axis) madeItems(edges []uint32, n int, factor uint32) []uint32 {
	lower, upper := a.Lower, a.Upper
	if a.Edges {
		lower, upper = a.number(edges[0]), a.number(edges[a.Bins])
	}
	if a.Type == gpu.Float32 {
		lower, upper = float64(float32(lower)), float64(float32(upper))
	}
	items := make([]uint32, n)
	for i := range items {
		items[i] = a.wordOf(lower + (upper-lower)*(float64(uint32(i+1)*factor)/(1<<32)*1.2-0.1))
	}
	items[n-1] = a.wordOf(lower)
	return items
}

// plainBin is the bin of an item; Bins for none.
func (a Axis) plainBin(edges []uint32, w uint32) int {
	x := a.number(w)
	lower, upper, scale := a.rounded()
	switch {
	case a.Edges:
		above := sort.Search(len(edges), func(i int) bool { return a.number(edges[i]) > x })
		return (above + a.Bins) % (a.Bins + 1) // before the first edge and behind the last it is Bins
	case a.Type == gpu.Float32 && float64(lower) <= x && x < float64(upper):
		place := (float32(x) - lower) * scale
		return min(a.Bins-1, int(place))
	case a.Type != gpu.Float32 && a.Lower <= x && x < a.Upper:
		return int((x - a.Lower) / ((a.Upper - a.Lower) / float64(a.Bins)))
	}
	return a.Bins
}
