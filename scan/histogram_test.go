// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// histTry counts items that begin at an awkward offset, with the count on the host. It checks every
// buffer afterwards.
func histTry(t *testing.T, dev *gpu.Device, h *Histogram, items, edges []uint32) {
	t.Helper()
	// dst is longer than the histogram. The call must not write the words behind it.
	src, dst := gputest.Words(t, dev, items), gputest.Fresh(t, dev, h.o.words()+3)
	defer src.Free()
	defer dst.Free()
	spare := dst.Get()[h.o.words():]
	if h.o.Edges {
		bounds := gputest.WordsAt(t, dev, edges, 5)
		defer bounds.Free()
		if err := h.HistogramRange(dst.View(), src.View(), bounds.View(), gpu.N(len(items))); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "edges", bounds.Get(), edges)
	} else if err := h.HistogramEven(dst.View(), src.View(), gpu.N(len(items))); err != nil {
		t.Fatal(err)
	}
	got := dst.Get()
	gputest.Equal(t, "counts", got[:h.o.words()], histOracle(h.o, items, edges))
	gputest.Equal(t, "behind the counts", got[h.o.words():], spare)
	gputest.Equal(t, "src", src.Get(), items)
}

// histRun calls HistogramRange or HistogramEven.
func histRun(h *Histogram, dst, src, edges gpu.View, n gpu.Count, byEdges bool) error {
	if byEdges {
		return h.HistogramRange(dst, src, edges, n)
	}
	return h.HistogramEven(dst, src, n)
}

func newHistogram(t *testing.T, dev *gpu.Device, o HistogramOptions) *Histogram {
	t.Helper()
	h, err := NewHistogram(dev, o)
	if err != nil {
		t.Fatalf("%+v: %v", o, err)
	}
	return h
}

// histBoth calls f with even bins and with edges of every type.
func histBoth(r *rand.Rand, bins int, tune gpu.Tuning, f func(o HistogramOptions, edges []uint32)) {
	for _, typ := range histTypes {
		f(histEven(typ, bins, tune), nil)
		f(HistogramOptions{Type: typ, Bins: bins, Edges: true, Outside: true, Tuning: tune}, histEdges(r, typ, bins))
	}
}

// An ordinary run takes each option with one of the lane tiers.
func TestHistogramEveryTypeSizeAndLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for path, tune := range gputest.Tunings(dev) {
		if tune.Algorithm == gpu.SinglePass && !gputest.Nightly() {
			continue // histograms have one algorithm
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for _, bins := range []int{7, 5000} {
				gputest.Run(t, dev, fmt.Sprint("bins=", bins), func(t *testing.T) {
					r := rand.New(rand.NewSource(1)) // in shared memory and straight into dst
					at := -1
					histBoth(r, bins, tune, func(o HistogramOptions, edges []uint32) {
						if at++; !gputest.Share(path/3+at/2+at%2, 2) {
							return
						}
						h := newHistogram(t, dev, o)
						for _, n := range gputest.Sizes(h.count.Shape()) {
							histTry(t, dev, h, histItems(r, o, edges, n), edges)
						}
						h.Release()
					})
				})
			}
		})
	}
}

// An ordinary run takes an eighth of the options on each set of lanes. Histograms have one
// algorithm.
func TestHistogramFewAndManyBins(t *testing.T) {
	dev := gputest.Device(t)
	for path, tune := range gputest.Paths(dev) {
		if tune.Algorithm == gpu.SinglePass && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			at := path / 2
			for k, bins := range []int{1, 2, 256, 4096, 4097, 100_000, maxBins} {
				at := at + k
				gputest.Run(t, dev, fmt.Sprint("bins=", bins), func(t *testing.T) {
					r := rand.New(rand.NewSource(2))
					histBoth(r, bins, tune, func(o HistogramOptions, edges []uint32) {
						for _, o.Outside = range []bool{false, true} {
							if bins > 5000 && o.Outside != o.Edges {
								continue // reading a million counts back takes long
							}
							if at++; !gputest.Share(at, 8) {
								continue
							}
							h := newHistogram(t, dev, o)
							items := histItems(r, o, edges, 9001)
							histTry(t, dev, h, items, edges)
							for i := range items {
								items[i] = items[len(items)/2] // all in one bin, or in none
							}
							histTry(t, dev, h, items, edges)
							h.Release()
						}
					})
				})
			}
		})
	}
}

// The whole ranges of the types, and floats at the limits of float32. An ordinary run counts the
// items outside in every second case.
func TestHistogramRanges(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range []HistogramOptions{
		{Upper: 1 << 32, Bins: 1},
		{Upper: 1 << 32, Bins: 1 << 16},
		{Lower: 1<<32 - 30, Upper: 1 << 32, Bins: 10},
		{Lower: 1<<32 - 1, Upper: 1 << 32, Bins: 1},
		{Upper: 1<<32 - 1, Bins: 3},
		{Type: gpu.Int32, Lower: -1 << 31, Upper: 1 << 31, Bins: 1},
		{Type: gpu.Int32, Lower: -1 << 31, Upper: 1 << 31, Bins: 4096},
		{Type: gpu.Int32, Lower: -1 << 31, Upper: -1<<31 + 14, Bins: 7},
		{Type: gpu.Int32, Lower: 1<<31 - 2, Upper: 1 << 31, Bins: 2},
		{Type: gpu.Float32, Upper: 1, Bins: 10},
		{Type: gpu.Float32, Lower: math.Copysign(0, -1), Upper: 3, Bins: 3},
		{Type: gpu.Float32, Lower: -3, Upper: math.Copysign(0, -1), Bins: 7},
		{Type: gpu.Float32, Lower: 0x1p-149, Upper: 1, Bins: 100},
		{Type: gpu.Float32, Lower: -0x1p-127, Upper: 0x1p-100, Bins: 1},
		{Type: gpu.Float32, Lower: -0x1p-90, Upper: 0x1p-90, Bins: 1023},
		{Type: gpu.Float32, Lower: 1, Upper: 1 + 0x1p-23, Bins: 1 << 20},
		{Type: gpu.Float32, Lower: 1e30, Upper: 1.1e30, Bins: 77},
		{Type: gpu.Float32, Lower: -math.MaxFloat32 / 2, Upper: math.MaxFloat32 / 4, Bins: 1000},
	} {
		gputest.Run(t, dev, fmt.Sprintf("%v,bins=%d,lower=%v,upper=%v", o.Type, o.Bins, o.Lower, o.Upper), func(t *testing.T) {
			r := rand.New(rand.NewSource(3))
			for k, outside := range []bool{false, true} {
				o := o
				o.Outside = outside
				if !gputest.Share(i+k, 2) {
					continue
				}
				h := newHistogram(t, dev, o)
				histTry(t, dev, h, histItems(r, o, nil, 20_000), nil)
				h.Release()
			}
		})
	}
}

// The most items that a driver with short loops takes, for one worker, and the longest search.
func TestHistogramLongestChunk(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(4))
	histBoth(r, maxBins, gpu.Tuning{Workers: 1}, func(o HistogramOptions, edges []uint32) {
		if o.Type != gpu.Uint32 {
			return
		}
		h := newHistogram(t, dev, o)
		defer h.Release()
		n := h.count.Shape().MaxItems
		if n > 0 {
			histTry(t, dev, h, histItems(r, o, edges, n), edges)
			big := gputest.Fresh(t, dev, n+1)
			defer big.Free()
			if err := histRun(h, gputest.Fresh(t, dev, o.words()).View(), big.View(), gputest.Words(t, dev, edges).View(), gpu.N(n+1), o.Edges); !errors.Is(err, gpu.ErrTooLarge) {
				t.Errorf("%d items: %v", n+1, err)
			}
		}
	})
}

func TestHistogramCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(5))
	const limit = 5000
	histBoth(r, 256, gpu.Tuning{}, func(o HistogramOptions, edges []uint32) {
		h := newHistogram(t, dev, o)
		defer h.Release()
		items := histItems(r, o, edges, limit)
		src, bounds := gputest.Words(t, dev, items), gputest.Words(t, dev, edges)
		defer src.Free()
		defer bounds.Free()
		for _, most := range []uint32{limit, 0} {
			gputest.Run(t, dev, fmt.Sprint("most=", most), func(t *testing.T) {
				for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, math.MaxUint32} {
					gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
						count, dst := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, o.words())
						if err := histRun(h, dst.View(), src.View(), bounds.View(), gpu.CountAt(count.View(), int(most)), o.Edges); err != nil {
							t.Fatal(err)
						}
						gputest.Equal(t, "counts", dst.Get(), histOracle(o, items[:min(n, most)], edges))
						if err := dev.Check(); (n > most) != errors.Is(err, gpu.ErrCount) {
							t.Errorf("count %d of at most %d: Check says %v", n, most, err)
						}
						count.Free()
						dst.Free()
					})
				}
			})
		}
	})
}

func TestHistogramRefuses(t *testing.T) {
	dev := gputest.Device(t)
	nan, inf := math.NaN(), math.Inf(1)
	for i, o := range []HistogramOptions{
		{},
		{Upper: 1, Bins: -1},
		{Upper: 1 << 21, Bins: 1 << 21},
		{Type: 3, Upper: 1, Bins: 1},
		{Type: -1, Bins: 1, Edges: true},
		{Bins: maxBins + 1, Edges: true},
		{Bins: 1, Upper: 1, Edges: true},
		{Bins: 3, Upper: 10},
		{Bins: 2, Upper: 1},
		{Bins: 1, Lower: 5, Upper: 5},
		{Bins: 1, Lower: 5, Upper: 4},
		{Bins: 1, Lower: -1, Upper: 4},
		{Bins: 1, Lower: 0.5, Upper: 1.5},
		{Bins: 1, Upper: 1<<32 + 1},
		{Bins: 1, Upper: nan},
		{Bins: 1, Lower: nan, Upper: 1},
		{Bins: 1, Upper: inf},
		{Type: gpu.Int32, Bins: 1, Upper: 1<<31 + 1},
		{Type: gpu.Int32, Bins: 1, Lower: -1<<31 - 1},
		{Type: gpu.Float32, Bins: 1},
		{Type: gpu.Float32, Bins: 1, Lower: 1, Upper: 1 + 0x1p-30}, // equal in float32
		{Type: gpu.Float32, Bins: 1, Lower: 1},
		{Type: gpu.Float32, Bins: 1, Upper: nan},
		{Type: gpu.Float32, Bins: 1, Lower: nan, Upper: 1},
		{Type: gpu.Float32, Bins: 1, Upper: inf},
		{Type: gpu.Float32, Bins: 1, Upper: 1e300},
		{Type: gpu.Float32, Bins: 1, Lower: -math.MaxFloat32, Upper: math.MaxFloat32},
		{Type: gpu.Float32, Bins: 1, Upper: math.MaxFloat32},
		{Type: gpu.Float32, Bins: 1 << 20, Upper: 0x1p-100},
		{Upper: 1, Bins: 1, Tuning: gpu.Tuning{Lanes: 99}},
	} {
		gputest.Run(t, dev, fmt.Sprint("options=", i), func(t *testing.T) {
			if h, err := NewHistogram(dev, o); !errors.Is(err, gpu.ErrArgument) || h != nil {
				t.Errorf("%+v: %v", o, err)
			}
		})
	}

	even := newHistogram(t, dev, HistogramOptions{Upper: 10, Bins: 10, Outside: true})
	byEdges := newHistogram(t, dev, HistogramOptions{Bins: 10, Edges: true})
	src, dst, edges := gputest.Words(t, dev, make([]uint32, 20)), gputest.Fresh(t, dev, 11), gputest.Words(t, dev, make([]uint32, 11))
	before := dst.Get()
	part := func(v gpu.View, from, to int) gpu.View {
		p, err := v.Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	d, s, e := dst.View(), src.View(), edges.View()
	for _, c := range []struct {
		name          string
		h             *Histogram
		dst, src, by  gpu.View
		n             gpu.Count
		callWithEdges bool
		want          error
	}{
		{"more than there are", even, d, s, e, gpu.N(21), false, gpu.ErrView},
		{"negative", even, d, s, e, gpu.N(-1), false, gpu.ErrCount},
		{"a count without a word", even, d, s, e, gpu.CountAt(gpu.View{}, 1), false, gpu.ErrCount},
		{"no word for outside", even, part(d, 0, 10), s, e, gpu.N(1), false, gpu.ErrView},
		{"no dst, no items", even, gpu.View{}, s, e, gpu.N(0), false, gpu.ErrView},
		{"dst in src", even, part(s, 9, 20), part(s, 0, 10), e, gpu.N(1), false, gpu.ErrOverlap},
		{"the count in dst", even, d, s, e, gpu.CountAt(part(d, 10, 11), 1), false, gpu.ErrOverlap},
		{"no edges", byEdges, d, s, gpu.View{}, gpu.N(1), true, gpu.ErrView},
		{"an edge short", byEdges, d, s, part(e, 0, 10), gpu.N(1), true, gpu.ErrView},
		{"dst in edges", byEdges, e, s, e, gpu.N(1), true, gpu.ErrOverlap},
		{"Count by edges", byEdges, d, s, e, gpu.N(1), false, gpu.ErrArgument},
		{"HistogramRange without", even, d, s, e, gpu.N(1), true, gpu.ErrArgument},
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if err := histRun(c.h, c.dst, c.src, c.by, c.n, c.callWithEdges); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		})
	}
	gputest.Equal(t, "dst after refusals", dst.Get(), before)
	even.Release()
	even.Release()
	byEdges.Release()
	if err := even.HistogramEven(d, s, gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	if err := byEdges.HistogramRange(d, s, e, gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestShadersHistogram(t *testing.T) {
	var all []kernel.Spec
	add := func(o HistogramOptions, shape kernel.Shape) {
		specs, err := o.specs(gpu.Caps{Software: shape.Lanes == gpu.LanesShared}, shape)
		if err != nil {
			t.Fatal(err)
		}
		if o.Type == gpu.Uint32 && !o.Edges && o.isPlain() {
			all = append(all, specs.all()...)
		} else {
			all = append(all, specs.count)
		}
	}
	r := rand.New(rand.NewSource(6))
	for _, shape := range gputest.Shapes() {
		for _, bins := range []int{100, 5000, 1 << 17} {
			histBoth(r, bins, gpu.Tuning{}, func(o HistogramOptions, _ []uint32) {
				if o.Type == gpu.Uint32 || bins == 100 { // the place of the counts does not depend on the type
					add(o, shape)
				}
			})
			add(histWeighted(histEven(gpu.Uint32, bins, gpu.Tuning{})), shape)
		}
		for _, o := range slices.Concat(histPairs(gpu.Tuning{}), histReads()) {
			add(o, shape)
		}
	}
	gputest.Validate(t, all)
}

func TestHistogramAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	const n = 50_000
	src := gputest.Fresh(t, dev, n).View()
	word := gputest.Words(t, dev, []uint32{n}).View()
	histBoth(rand.New(rand.NewSource(7)), 256, gpu.Tuning{Workers: 3}, func(o HistogramOptions, edges []uint32) {
		h := newHistogram(t, dev, o)
		defer h.Release()
		dst, bounds := gputest.Fresh(t, dev, o.words()).View(), gputest.Words(t, dev, edges).View()
		for i, count := range []gpu.Count{gpu.N(n), gpu.N(0), gpu.CountAt(word, n)} {
			run := func() {
				if err := histRun(h, dst, src, bounds, count, o.Edges); err != nil {
					t.Fatal(err)
				}
			}
			if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
				t.Errorf("%v allocations a call with count %d", allocs, i)
			}
		}
	})
}
