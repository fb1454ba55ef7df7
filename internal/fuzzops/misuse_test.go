// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/merge"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// calls are every method that enqueues, on operands that would do, and what releases their objects.
func calls(t *testing.T, dev *gpu.Device) (all map[string]func() error, release func()) {
	t.Helper()
	made := []released{}
	tune := tuning(dev)
	words := func() gpu.View { return gputest.Fresh(t, dev, 64).View() }
	a, b, c, d := words(), words(), words(), words()
	offsets := gputest.Words(t, dev, []uint32{0, 4, 8}).View()
	n, two := gpu.N(8), gpu.N(2)
	r := must(t, &made)(reduce.New(dev, reduce.Options{Tuning: tune}))
	rs := must(t, &made)(reduce.New(dev, reduce.Options{Segmented: true, Tuning: tune}))
	im := must(t, &made)(reduce.NewImage(dev, reduce.ImageOptions{Tuning: tune}))
	s := must(t, &made)(scan.New(dev, scan.Options{Tuning: tune}))
	sk := must(t, &made)(scan.New(dev, scan.Options{By: scan.Keys, Tuning: tune}))
	so := must(t, &made)(scan.New(dev, scan.Options{By: scan.Offsets, Tuning: tune}))
	h := must(t, &made)(scan.NewHistogram(dev, scan.HistogramOptions{Bins: 8, Upper: 8, Tuning: tune}))
	hw := must(t, &made)(scan.NewHistogram(dev, scan.HistogramOptions{Bins: 8, Upper: 8, Weighted: true, Tuning: tune}))
	k := must(t, &made)(compact.New(dev, compact.Options{Tuning: tune}))
	kp := must(t, &made)(compact.New(dev, compact.Options{Classes: 2, Tuning: tune}))
	kt := must(t, &made)(compact.New(dev, compact.Options{Output: compact.Split, Tuning: tune}))
	ki := must(t, &made)(compact.New(dev, compact.Options{Output: compact.Indices, Tuning: tune}))
	kr := must(t, &made)(compact.New(dev, compact.Options{Output: compact.Runs, Tuning: tune}))
	x := must(t, &made)(radix.New(dev, radix.Options{Tuning: tune}))
	g := must(t, &made)(kernel.NewGatherer(dev))
	ms := must(t, &made)(merge.NewSorter(dev, merge.Options{}))
	mm := must(t, &made)(merge.NewMerger(dev, merge.Options{}))
	mu := must(t, &made)(merge.NewSets(dev, merge.Options{Tuning: tune}))
	mf := must(t, &made)(merge.NewSearcher(dev, merge.Options{}))
	return map[string]func() error{
			"Reduce":                 func() error { return r.(*reduce.Reducer).Reduce(b, a, n) },
			"reduce.SegmentedReduce": func() error { return rs.(*reduce.Reducer).SegmentedReduce(b, a, offsets, two, n) },
			"Image.Reduce":           func() error { return im.(*reduce.Image).Reduce(b, 1, 0) },
			"Scan":                   func() error { return s.(*scan.Scanner).Scan(scan.Call{Dst: b, Src: a, N: n}) },
			"Exclusive":              func() error { return s.(*scan.Scanner).Exclusive(b, a, n) },
			"Inclusive":              func() error { return s.(*scan.Scanner).Inclusive(b, a, n) },
			"ExclusiveBy":            func() error { return sk.(*scan.Scanner).ExclusiveBy(b, a, c, n) },
			"SegmentedInclusive":     func() error { return so.(*scan.Scanner).SegmentedInclusive(b, a, offsets, two, n) },
			"HistogramEven":          func() error { return h.(*scan.Histogram).HistogramEven(b, a, n) },
			"Histogram.Count": func() error {
				return hw.(*scan.Histogram).Count(scan.HistogramCall{Dst: b, Src: a, Weights: c, N: n})
			},
			"Compact":   func() error { return k.(*compact.Compactor).Compact(b, a, n) },
			"Partition": func() error { return kp.(*compact.Compactor).Partition(b, a, n) },
			"Split":     func() error { return kt.(*compact.Compactor).Split(b, c, a, n) },
			"Indices":   func() error { return ki.(*compact.Compactor).Indices(b, a, n) },
			"CompactArrays": func() error {
				return ki.(*compact.Compactor).CompactArrays(a, n, compact.Array{Dst: b, Src: c, Stride: 4})
			},
			"RunLengths":     func() error { return kr.(*compact.Compactor).RunLengths(b, c, d, a, n) },
			"Keys":           func() error { return x.(*radix.Sorter).SortKeys(b, a, n) },
			"Pairs":          func() error { return x.(*radix.Sorter).SortPairs(b, c, a, d, n) },
			"Argsort":        func() error { return x.(*radix.Sorter).SortIndices(b, a, n) },
			"Records":        func() error { return x.(*radix.Sorter).SortRecords(b, c, a, d, 4, n) },
			"radix.Segments": func() error { return x.(*radix.Sorter).SegmentedSort(b, c, a, d, 4, offsets, two, n) },
			"SegmentedTopK":  func() error { return x.(*radix.Sorter).SegmentedTopK(b, c, a, 2, offsets, two, n) },
			"TopK":           func() error { return x.(*radix.Sorter).TopK(b, c, a, 3, n) },
			"Partial":        func() error { return x.(*radix.Sorter).PartialSort(b, c, a, 3, n) },
			"merge.Sort":     func() error { return ms.(*merge.Sorter).SortKeys(b, a, n) },
			"Merge":          func() error { return mm.(*merge.Merger).Merge(b, a, c, n, n) },
			"Union":          func() error { return mu.(*merge.Sets).Union(b, a, c, n, n) },
			"LowerBound":     func() error { return mf.(*merge.Searcher).LowerBound(b, a, c, n, n) },
			"Gather":         func() error { return g.(*kernel.Gatherer).Gather(b, a, c, n, 4) },
			"Device.Copy":    func() error { return dev.Copy(b, a, n) },
		}, func() {
			for _, m := range made {
				m.Release()
			}
		}
}

func must(t *testing.T, made *[]released) func(o released, err error) released {
	return func(o released, err error) released {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		*made = append(*made, o)
		return o
	}
}

func TestOtherThreadsAndReleasedObjectsAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	all, release := calls(t, dev)
	// This goroutine is locked to its thread, so another one runs on another.
	done := make(chan map[string]error)
	go func() {
		errs := map[string]error{}
		for what, f := range all {
			errs[what] = f()
		}
		done <- errs
	}()
	for what, err := range <-done {
		if !errors.Is(err, gpu.ErrWrongThread) {
			t.Errorf("%s on another thread: %v", what, err)
		}
	}
	for what, f := range all {
		gputest.Run(t, dev, what, func(t *testing.T) {
			if err := f(); err != nil && what != "Image.Reduce" { // there is no texture
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	release()
	for what, f := range all {
		gputest.Run(t, dev, what, func(t *testing.T) {
			if err := f(); what != "Device.Copy" && !errors.Is(err, gpu.ErrReleased) {
				t.Errorf("%s after Release: %v", what, err)
			}
		})
	}
}

func TestAReleasedDeviceIsRefused(t *testing.T) {
	dev := gputest.Device(t)
	other, err := gpu.Attach(gpu.Options{}) // a second hold on the same context
	if err != nil {
		t.Fatal(err)
	}
	all, _ := calls(t, other)
	other.Release()
	for what, f := range all {
		if err := f(); !errors.Is(err, gpu.ErrReleased) {
			t.Errorf("%s of a released device: %v", what, err)
		}
	}
	if err := dev.Check(); err != nil {
		t.Error(err)
	}
}
