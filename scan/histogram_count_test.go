// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func histWeighted(o HistogramOptions) HistogramOptions {
	o.Weighted = true
	return o
}

// axisOf is the axis of options with even bins, or with edges.
func axisOf(t gpu.Type, bins int, edges bool) Axis {
	if edges {
		return Axis{Type: t, Bins: bins, Edges: true}
	}
	return histEven(t, bins, gpu.Tuning{}).x()
}

// histPairs are options with two axes: even bins and edges on each, of all types, in all places of
// the bins, with weights and without.
func histPairs(tune gpu.Tuning) (all []HistogramOptions) {
	for i, c := range []struct {
		x, y Axis
	}{
		{axisOf(gpu.Uint32, 7, false), axisOf(gpu.Int32, 5, false)},
		{axisOf(gpu.Int32, 12, true), axisOf(gpu.Float32, 9, true)},
		{axisOf(gpu.Float32, 3, true), axisOf(gpu.Float32, 4, false)},
		{axisOf(gpu.Float32, 64, false), axisOf(gpu.Uint32, 128, true)},  // in copies
		{axisOf(gpu.Uint32, 300, true), axisOf(gpu.Int32, 300, true)},    // in dst
		{axisOf(gpu.Int32, 1, false), axisOf(gpu.Float32, 1000, false)},  // one bin of the first axis
		{axisOf(gpu.Float32, 1000, false), axisOf(gpu.Uint32, 1, false)}, // and of the second
		{axisOf(gpu.Uint32, 100, false), axisOf(gpu.Uint32, 100, false)},
	} {
		o := HistogramOptions{Type: c.x.Type, Bins: c.x.Bins, Lower: c.x.Lower, Upper: c.x.Upper, Edges: c.x.Edges, Y: c.y, Tuning: tune}
		o.Outside, o.Weighted = i%2 == 0, i%3 < 2
		all = append(all, o)
	}
	return all
}

// histInput is the input of a call, with the edges of both axes.
type histInput struct {
	items, second, weights, edges []uint32
}

func histMade(r *rand.Rand, o HistogramOptions, n int) (in histInput) {
	var x, y []uint32
	if o.Edges {
		x = histEdges(r, o.Type, o.Bins)
	}
	if o.Y.Edges {
		y = histEdges(r, o.Y.Type, o.Y.Bins)
	}
	in.edges = append(append(in.edges, x...), y...)
	in.items = histItems(r, o, x, n)
	if o.Y != (Axis{}) {
		second := HistogramOptions{Type: o.Y.Type, Bins: o.Y.Bins, Lower: o.Y.Lower, Upper: o.Y.Upper, Edges: o.Y.Edges}
		in.second = histItems(r, second, y, n)
	}
	if o.Weighted {
		in.weights = make([]uint32, n)
		for i := range in.weights {
			in.weights[i] = r.Uint32() >> r.Intn(32) // the sums pass 2^32
		}
	}
	return in
}

// histSums is the plain loop for weights and two axes.
func histSums(o HistogramOptions, in histInput) []uint32 {
	sums := make([]uint32, o.bins()+1)
	first := 0
	if o.Edges {
		first = o.Bins + 1
	}
	x, y := histBin(o.x(), in.edges[:first]), histBin(o.Y, in.edges[first:])
	for i, w := range in.items {
		at, weight := x(w), uint32(1)
		if o.Y != (Axis{}) {
			if k := y(in.second[i]); at == o.Bins || k == o.Y.Bins {
				at = o.bins()
			} else {
				at = at*o.Y.Bins + k
			}
		}
		if o.Weighted {
			weight = in.weights[i]
		}
		sums[at] += weight
	}
	return sums[:o.words()]
}

// histCount counts, and checks every buffer afterwards.
func histCount(t *testing.T, dev *gpu.Device, h *Histogram, in histInput) {
	t.Helper()
	dst := gputest.Fresh(t, dev, h.o.words()+3)
	defer dst.Free()
	spare := dst.Get()[h.o.words():]
	c := HistogramCall{Dst: dst.View(), N: gpu.N(len(in.items))}
	inputs := []struct {
		name  string
		to    *gpu.View
		words []uint32
		b     *gputest.Guarded
	}{{"src", &c.Src, in.items, nil}, {"y", &c.Y, in.second, nil}, {"weights", &c.Weights, in.weights, nil}, {"edges", &c.Edges, in.edges, nil}}
	for i := range inputs {
		if p := &inputs[i]; p.words != nil {
			p.b = gputest.WordsAt(t, dev, p.words, 3*i+2)
			defer p.b.Free()
			*p.to = p.b.View()
		}
	}
	if err := h.Count(c); err != nil {
		t.Fatal(err)
	}
	got := dst.Get()
	gputest.Equal(t, "sums", got[:h.o.words()], histSums(h.o, in))
	gputest.Equal(t, "behind the sums", got[h.o.words():], spare)
	for _, p := range inputs {
		if p.b != nil {
			gputest.Equal(t, p.name, p.b.Get(), p.words)
		}
	}
}

// An ordinary run takes the options with the lane tiers in turn.
func TestHistogramTwoAxesAndWeights(t *testing.T) {
	dev := gputest.Device(t)
	for path, tune := range gputest.Tunings(dev) {
		if tune.Algorithm == gpu.SinglePass && !gputest.Nightly() {
			continue // histograms have one algorithm
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			all := histPairs(tune)
			for _, typ := range histTypes {
				all = append(all, histWeighted(histEven(typ, 11, tune)))
			}
			all = append(all, histWeighted(HistogramOptions{Type: gpu.Int32, Bins: 5000, Edges: true, Tuning: tune}),
				histWeighted(HistogramOptions{Bins: 70_000, Upper: 70_000, Tuning: tune}))
			for i, o := range all {
				if !gputest.Share(path+i, 6) {
					continue
				}
				name := fmt.Sprintf("%v,bins=%d,edges=%v,y=%v,ybins=%d,yedges=%v,weighted=%v", o.Type, o.Bins, o.Edges, o.Y.Type, o.Y.Bins, o.Y.Edges, o.Weighted)
				gputest.Run(t, dev, name, func(t *testing.T) {
					r := rand.New(rand.NewSource(int64(i)))
					h := newHistogram(t, dev, o)
					defer h.Release()
					sizes := gputest.Sizes(h.count.Shape())
					if h.place != inShared {
						sizes = []int{0, 1, 9001, 2*o.words() + 1}
					}
					for _, n := range sizes {
						histCount(t, dev, h, histMade(r, o, n))
					}
				})
			}
		})
	}
}

// Each place of the bins: the last number of bins in it and the first of the next, and all items in
// one bin. A call after one with more copies finds all copies cleared.
func TestHistogramPlaces(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(8))
	most := max(dev.Caps().MaxSharedBytes, usualSharedBytes) / 8
	for _, c := range []struct {
		bins int
		want place
	}{{most, inShared}, {most + 1, inCopies}, {maxCopiedBins, inCopies}, {maxCopiedBins + 1, inDst}} {
		gputest.Run(t, dev, fmt.Sprint("bins=", c.bins), func(t *testing.T) {
			o := HistogramOptions{Bins: c.bins, Upper: float64(c.bins), Tuning: gpu.Tuning{Workers: 7}}
			h := newHistogram(t, dev, o)
			defer h.Release()
			if h.place != c.want {
				t.Fatalf("the place is %v, want %v", h.place, c.want)
			}
			for _, n := range []int{4*c.bins + 5, c.bins / 2, 2*c.bins + 1} {
				items := make([]uint32, n)
				for i := range items {
					items[i] = r.Uint32() % uint32(c.bins+9)
				}
				histTry(t, dev, h, items, nil)
				for i := range items {
					items[i] = uint32(c.bins - 1)
				}
				histTry(t, dev, h, items, nil)
			}
		})
	}
}

// Words are read four at a time where Src begins at a multiple of four words and the tile is whole,
// and else one by one.
func TestHistogramByFours(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	r := rand.New(rand.NewSource(9))
	o := HistogramOptions{Bins: 10, Upper: 20, Outside: true, Tuning: gpu.Tuning{Workers: 5}}
	h := newHistogram(t, dev, o)
	defer h.Release()
	if !o.byFours(dev.Caps(), h.shape) {
		t.Skip("items are read one by one in tiles of two an invocation")
	}
	tile := h.shape.TileSize()
	for _, n := range []int{0, 1, tile - 1, tile, tile + 1, tile + 8, 5 * tile, 12*tile + 3} {
		for before := range 4 {
			gputest.Run(t, dev, fmt.Sprint("n=", n, "/words before=", 8+before), func(t *testing.T) {
				items := make([]uint32, n)
				for i := range items {
					items[i] = r.Uint32() % 23
				}
				src, dst := gputest.WordsAt(t, dev, items, 8+before), gputest.Fresh(t, dev, o.words())
				defer src.Free()
				defer dst.Free()
				if err := h.HistogramEven(dst.View(), src.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "counts", dst.Get(), histOracle(h.o, items, nil))
			})
		}
	}
}

func TestHistogramPlaceByBinsAndSharedMemory(t *testing.T) {
	for _, c := range []struct {
		bins, shared int
		want         place
	}{
		{1, 0, inShared}, {4096, 0, inShared}, {4097, 0, inCopies}, {4096, 32 << 10, inShared}, {4097, 32 << 10, inCopies},
		{6144, 48 << 10, inShared}, {6145, 48 << 10, inCopies}, {12_288, 96 << 10, inShared},
		{65_536, 48 << 10, inCopies}, {65_537, 48 << 10, inDst}, {maxBins, 48 << 10, inDst},
	} {
		if got := placeOf(c.bins, c.shared); got != c.want {
			t.Errorf("%d bins and %d bytes: place %v, want %v", c.bins, c.shared, got, c.want)
		}
	}
	for _, c := range []struct {
		bins, n, workers int
		weighted         bool
		want             uint32
	}{
		{256, 1, 1, false, 1}, {256, 16_385, 3, false, 15}, {256, 16_384, 3, true, 0}, {1024, 1 << 22, 264, false, 23}, {1025, 1 << 22, 264, false, 0},
		{1, 1<<23 - 1, 512, false, 23}, {1, 1 << 23, 512, false, 0}, {1, 1 << 22, 513, false, 0}, {1, gpu.MaxItems, 264, false, 0},
	} {
		o := HistogramOptions{Bins: c.bins, Weighted: c.weighted}
		if got := o.arrivalBit(kernel.Shape{GroupSize: 1024}, c.n, c.workers); got != c.want {
			t.Errorf("%d bins, %d items and %d workers, weighted %v: bit %d, want %d", c.bins, c.n, c.workers, c.weighted, got, c.want)
		}
	}
	for _, c := range []struct{ words, n, want int }{
		{5000, 0, 1}, {5000, 9_999, 1}, {5000, 10_000, 2}, {5000, 5000 * 15, 8}, {5000, gpu.MaxItems, 16},
		{65_536, gpu.MaxItems, 8}, {65_537, gpu.MaxItems, 4}, {32_768, gpu.MaxItems, 16},
	} {
		if got := copiesOf(c.words, c.n); got != c.want {
			t.Errorf("%d words and %d items: %d copies, want %d", c.words, c.n, got, c.want)
		}
	}
}

func TestHistogramCountRefuses(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range []HistogramOptions{
		{Bins: 1, Upper: 1, Y: Axis{Edges: true}},
		{Bins: 1, Upper: 1, Y: Axis{Bins: -1}},
		{Bins: 1, Upper: 1, Y: Axis{Bins: 1}},
		{Bins: 1, Upper: 1, Y: Axis{Bins: 3, Upper: 10}},
		{Bins: 1, Upper: 1, Y: Axis{Type: 3, Bins: 1, Upper: 1}},
		{Bins: 1, Upper: 1, Y: Axis{Bins: 1, Upper: 1, Edges: true}},
		{Bins: 1, Upper: 1, Y: Axis{Type: gpu.Float32, Bins: 1, Upper: math.Inf(1)}},
		{Bins: 1 << 11, Upper: 1 << 11, Y: Axis{Bins: 1 << 10, Upper: 1 << 10}},
		{Bins: 1, Weighted: true},
	} {
		gputest.Run(t, dev, fmt.Sprint("options=", i), func(t *testing.T) {
			if h, err := NewHistogram(dev, o); !errors.Is(err, gpu.ErrArgument) || h != nil {
				t.Errorf("%+v: %v", o, err)
			}
		})
	}
	plain := newHistogram(t, dev, HistogramOptions{Bins: 4, Upper: 4})
	defer plain.Release()
	both := newHistogram(t, dev, HistogramOptions{Bins: 4, Upper: 4, Y: Axis{Type: gpu.Float32, Bins: 2, Edges: true}, Weighted: true})
	defer both.Release()
	b, before := gputest.Fresh(t, dev, 60), []uint32(nil)
	defer b.Free()
	before = b.Get()
	part := func(from, to int) gpu.View {
		v, err := b.View().Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	floats, err := gpu.NewBuffer[float32](dev, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer floats.Release()
	full := func() HistogramCall {
		return HistogramCall{Dst: part(0, 8), Src: part(8, 18), Y: part(18, 28), Weights: part(28, 38), Edges: part(38, 41), N: gpu.N(10)}
	}
	for _, c := range []struct {
		name string
		h    *Histogram
		set  func(c *HistogramCall)
		want error
	}{
		{"views that the options exclude", plain, func(*HistogramCall) {}, gpu.ErrArgument},
		{"no weights", both, func(c *HistogramCall) { c.Weights = gpu.View{} }, gpu.ErrView},
		{"too few weights", both, func(c *HistogramCall) { c.Weights = part(28, 37) }, gpu.ErrView},
		{"weights of float32", both, func(c *HistogramCall) { c.Weights = floats.View() }, gpu.ErrView},
		{"too few coordinates", both, func(c *HistogramCall) { c.Y = part(18, 27) }, gpu.ErrView},
		{"an edge short", both, func(c *HistogramCall) { c.Edges = part(38, 40) }, gpu.ErrView},
		{"dst in weights", both, func(c *HistogramCall) { c.Dst = part(30, 38) }, gpu.ErrOverlap},
		{"dst in y", both, func(c *HistogramCall) { c.Dst = part(20, 28) }, gpu.ErrOverlap},
		{"dst in edges", both, func(c *HistogramCall) { c.Dst = part(40, 48) }, gpu.ErrOverlap},
		{"dst of one axis", both, func(c *HistogramCall) { c.Dst = part(0, 7) }, gpu.ErrView},
		{"the count in dst", both, func(c *HistogramCall) { c.N = gpu.CountAt(part(7, 8), 10) }, gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			call := full()
			c.set(&call)
			if err := c.h.Count(call); !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
		})
	}
	if err := both.HistogramEven(part(0, 8), part(8, 18), gpu.N(10)); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("HistogramEven with two axes: %v", err)
	}
	gputest.Equal(t, "dst after refusals", b.Get(), before)
}

// Counts on the GPU, and calls that allocate nothing, of the general form.
func TestHistogramCountOnTheGPUWithWeights(t *testing.T) {
	dev := gputest.Device(t)
	o := histPairs(gpu.Tuning{Workers: 3})[1]
	h := newHistogram(t, dev, o)
	defer h.Release()
	const limit = 5000
	in := histMade(rand.New(rand.NewSource(9)), o, limit)
	c := HistogramCall{Src: gputest.Words(t, dev, in.items).View(), Y: gputest.Words(t, dev, in.second).View(),
		Weights: gputest.Words(t, dev, in.weights).View(), Edges: gputest.Words(t, dev, in.edges).View()}
	dst := gputest.Fresh(t, dev, o.words())
	c.Dst = dst.View()
	for _, n := range []uint32{0, limit - 1, limit + 1} {
		c.N = gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), limit)
		if err := h.Count(c); err != nil {
			t.Fatal(err)
		}
		some := in
		some.items = in.items[:min(n, limit)]
		gputest.Equal(t, fmt.Sprint("sums of ", n), dst.Get(), histSums(o, some))
		if err := dev.Check(); (n > limit) != errors.Is(err, gpu.ErrCount) {
			t.Errorf("count %d: Check says %v", n, err)
		}
	}
	c.N = gpu.N(limit)
	run := func() {
		if err := h.Count(c); err != nil {
			t.Fatal(err)
		}
	}
	if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}
