// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// Whatever is made, used and released leaves no GL object; nor does what could not be made.
func TestOperationsLeakNothing(t *testing.T) {
	dev := gputest.Device(t)
	const n = 5000
	words := func() gpu.View { return gputest.Fresh(t, dev, 4*n).View() }
	a, b, c, d := words(), words(), words(), words()
	offsets := gputest.Words(t, dev, []uint32{0, 10, n}).View()
	two, all, tune := gpu.N(2), gpu.N(n), tuning(dev)
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for what, f := range map[string]func(){
		"reduce": func() {
			r, err := reduce.New(dev, reduce.Options{Op: reduce.ArgMin, Tuning: tune})
			ok(err)
			ok(r.Reduce(b, a, all))
			r.Release()
			r.Release()
		},
		"reduce segments": func() {
			r, err := reduce.New(dev, reduce.Options{Segmented: true, Tuning: tune})
			ok(err)
			ok(r.SegmentedReduce(b, a, offsets, two, all))
			r.Release()
		},
		"reduce by key": func() {
			r, err := reduce.New(dev, reduce.Options{ByKey: true, Tuning: tune})
			ok(err)
			ok(r.ReduceByKey(reduce.ByKey{Keys: a, Src: a, N: all, RunKeys: b, Dst: c, Runs: d}))
			r.Release()
		},
		"reduce images": func() {
			r, err := reduce.NewImage(dev, reduce.ImageOptions{Histogram: reduce.ImageHistogram{Bins: 4, Upper: 1}, Tuning: tune})
			ok(err)
			r.Release()
		},
		"scan": func() {
			s, err := scan.New(dev, scan.Options{By: scan.Offsets, Tuning: tune})
			ok(err)
			ok(s.SegmentedInclusive(b, a, offsets, two, all))
			s.Release()
		},
		"scan with ends": func() {
			s, err := scan.New(dev, scan.Options{Ends: true, Tuning: tune})
			ok(err)
			ok(s.Scan(scan.Call{Dst: b, Src: a, N: all, Start: c, Total: d}))
			s.Release()
		},
		"histogram": func() {
			h, err := scan.NewHistogram(dev, scan.HistogramOptions{Bins: 16, Upper: 16, Tuning: tune})
			ok(err)
			ok(h.HistogramEven(b, a, all))
			h.Release()
		},
		"compact": func() {
			c, err := compact.New(dev, compact.Options{Elements: true, Tuning: tune})
			ok(err)
			ok(c.Compact(b, a, all))
			c.Release()
		},
		"compact arrays": func() {
			k, err := compact.New(dev, compact.Options{Output: compact.Indices, Tuning: tune})
			ok(err)
			ok(k.CompactArrays(a, all, compact.Array{Dst: b, Src: a, Stride: 4}, compact.Array{Dst: d, Src: c, Stride: 8}))
			k.Release()
		},
		"runs": func() {
			k, err := compact.New(dev, compact.Options{Output: compact.Runs, Tuning: tune})
			ok(err)
			ok(k.RunLengths(gpu.View{}, gpu.View{}, b, a, all))
			k.Release()
		},
		"sort": func() {
			s, err := radix.New(dev, radix.Options{Type: gpu.Uint16, SkipSorted: true, Tuning: tune})
			ok(err)
			ok(s.SortRecords(b, c, a, d, 4, all))
			if gputest.Nightly() {
				ok(s.SegmentedSort(b, gpu.View{}, a, gpu.View{}, 0, offsets, two, all))
				ok(s.SegmentedTopK(b, c, a, 7, offsets, two, all))
				ok(s.TopK(b, c, a, 7, all))
			}
			ok(s.SortKeys(b, a, gpu.N(2*n))) // grows the scratch
			s.Release()
		},
		"sort, single pass": func() {
			s, err := radix.New(dev, radix.Options{Type: gpu.Uint16, Tuning: gpu.Tuning{Algorithm: gpu.SinglePass, Workers: 3}})
			ok(err)
			ok(s.SortKeys(b, a, all))
			if gputest.Nightly() {
				ok(s.SegmentedSort(b, gpu.View{}, a, gpu.View{}, 0, offsets, two, all))
				ok(s.TopK(b, c, a, 7, all))
			}
			s.Release()
		},
		"what does not compile": func() {
			bad := gpu.Operator{GLSL: "float combine(float a, float b) { return nothing; }", Item: "float", Bytes: 4, Identity: "0.0"}
			_, err := scan.New(dev, scan.Options{Operator: &bad})
			_, err2 := reduce.New(dev, reduce.Options{Custom: &reduce.Custom{Operator: bad}})
			_, err3 := compact.New(dev, compact.Options{Record: "uint", Predicate: "bool keep(uint v) { return nothing; }"})
			if !errors.Is(err, gpu.ErrShader) || !errors.Is(err2, gpu.ErrShader) || !errors.Is(err3, gpu.ErrShader) {
				t.Errorf("%v, %v, %v", err, err2, err3)
			}
			gputest.DropMessages(t, dev)
		},
		"another size than reported": func() {
			wide := gpu.Operator{GLSL: "vec4 combine(vec4 a, vec4 b) { return a + b; }", Item: "vec4", Bytes: 8, Identity: "vec4(0.0)"}
			if _, err := scan.New(dev, scan.Options{Operator: &wide}); !errors.Is(err, gpu.ErrArgument) {
				t.Error(err)
			}
		},
	} {
		gputest.Run(t, dev, what, func(t *testing.T) {
			gputest.LeavesNothing(t, dev, what, f)
		})
	}
	if gputest.ObjectsNow().Buffers == 0 {
		t.Error("no buffer is counted at all")
	}
}
