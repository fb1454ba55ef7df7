// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/expand"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/merge"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// An error of options names the function that got them, whichever check finds it.
func TestErrorsOfOptionsNameTheFunction(t *testing.T) {
	dev := gputest.Device(t)
	caps := dev.Caps()
	empty := gpu.Operator{Item: "uint", Bytes: 4}
	type call func() error
	failed := func(_ any, err error) error { return err }
	calls := map[string][]call{}
	for _, o := range []scan.Options{
		{Op: 99}, {By: 99}, {KeyBytes: 3}, {Operator: &empty}, {Record: "uint"}, {Input: 99}, {Compensated: true},
		{Input: gpu.InputCounting, Type: gpu.Vec2}, {Operator: &gpu.Operator{GLSL: "x", Item: "uint", Bytes: 4, Identity: "0u"}, Result: "a b", ResultBytes: 4},
	} {
		calls["scan: New"] = append(calls["scan: New"], func() error { return failed(scan.New(dev, o)) })
		calls["scan: ScratchBytes"] = append(calls["scan: ScratchBytes"], func() error { return failed(scan.ScratchBytes(caps, o)) })
	}
	for _, o := range []scan.HistogramOptions{
		{}, {Bins: 4, Upper: 5}, {Bins: 4, Upper: 4, Map: "x"}, {Bins: 4, Upper: 4, Input: 99}, {Bins: 4, Upper: 4, Record: "uint"}, {Bins: 1, Type: gpu.Float32},
	} {
		calls["scan: NewHistogram"] = append(calls["scan: NewHistogram"], func() error { return failed(scan.NewHistogram(dev, o)) })
	}
	for _, o := range []reduce.Options{
		{Op: 99}, {Op: reduce.Mean, Type: gpu.Uint64}, {Op: reduce.ArgMin, Type: gpu.Vec2}, {Type: 99}, {KeyBytes: 8}, {Compensated: true}, {Stride: 1},
		{Custom: &reduce.Custom{Operator: empty}}, {Custom: &reduce.Custom{Operator: gpu.Operator{GLSL: "x", Item: "uint", Bytes: 4, Identity: "0u"}, Record: "?", RecordBytes: 4}},
	} {
		calls["reduce: New"] = append(calls["reduce: New"], func() error { return failed(reduce.New(dev, o)) })
		calls["reduce: ScratchBytes"] = append(calls["reduce: ScratchBytes"], func() error { return failed(reduce.ScratchBytes(caps, o)) })
	}
	for _, o := range []reduce.ImageOptions{
		{Op: reduce.ArgMin}, {Op: 99}, {TileWidth: -1}, {Custom: &reduce.ImageCustom{Operator: empty}}, {Histogram: reduce.ImageHistogram{Bins: -1}},
		{Custom: &reduce.ImageCustom{Operator: gpu.Operator{GLSL: "x", Item: "uint", Bytes: 4, Identity: "0u"}, Result: "vec2", ResultBytes: 7}},
	} {
		calls["reduce: NewImage"] = append(calls["reduce: NewImage"], func() error { return failed(reduce.NewImage(dev, o)) })
		calls["reduce: ImageScratchBytes"] = append(calls["reduce: ImageScratchBytes"], func() error { return failed(reduce.ImageScratchBytes(caps, o, 8, 8)) })
	}
	for _, o := range []compact.Options{{Stride: 3}, {Predicate: "x", Result: "uint", ResultBytes: 5}, {By: 99}} {
		calls["compact: New"] = append(calls["compact: New"], func() error { return failed(compact.New(dev, o)) })
		calls["compact: ScratchBytes"] = append(calls["compact: ScratchBytes"], func() error { return failed(compact.ScratchBytes(caps, o, 8)) })
	}
	for _, o := range []expand.Options{
		{Stride: 3}, {Result: "uint"}, {Finish: "x", Record: "a b"}, {Finish: "x", Result: "uint", ResultBytes: 3}, {Finish: "x", Result: "Unknown", ResultBytes: 4},
	} {
		calls["expand: New"] = append(calls["expand: New"], func() error { return failed(expand.New(dev, o)) })
	}
	for _, o := range []expand.ShuffleOptions{{ResultBytes: 4}, {Finish: "x"}, {Finish: "x", Result: "Unknown", ResultBytes: 4}} {
		calls["expand: NewShuffler"] = append(calls["expand: NewShuffler"], func() error { return failed(expand.NewShuffler(dev, o)) })
	}
	for _, o := range []merge.Options{
		{Type: gpu.Vec2}, {Item: "uint"}, {Bytes: 8}, {Less: "x"}, {Less: "x", Item: "Unknown", Bytes: 4}, {Less: "x", Item: "uint", Bytes: 3}, {Map: "x"},
		{Map: "x", Record: "uint"}, {Record: "uint", RecordBytes: 4}, {Input: 99}, {Stride: 1},
	} {
		calls["merge: NewSorter"] = append(calls["merge: NewSorter"], func() error { return failed(merge.NewSorter(dev, o)) })
		calls["merge: NewMerger"] = append(calls["merge: NewMerger"], func() error { return failed(merge.NewMerger(dev, o)) })
		calls["merge: NewSets"] = append(calls["merge: NewSets"], func() error { return failed(merge.NewSets(dev, o)) })
		calls["merge: NewSearcher"] = append(calls["merge: NewSearcher"], func() error { return failed(merge.NewSearcher(dev, o)) })
		calls["merge: ScratchBytes"] = append(calls["merge: ScratchBytes"], func() error { return failed(merge.ScratchBytes(caps, o, merge.ForKeys, 8)) })
	}
	for name, all := range calls {
		pkg, _, _ := strings.Cut(name, ":")
		for i, f := range all {
			err := f()
			if !errors.Is(err, gpu.ErrArgument) || !strings.HasPrefix(err.Error(), name+": ") || strings.Count(err.Error(), pkg+": ") > 1 {
				t.Errorf("%s, options %d: %v", name, i, err)
			}
		}
	}
}

// An error of operands or of options that exclude a method names the method that was called.
func TestErrorsNameTheMethod(t *testing.T) {
	dev := gputest.Device(t)
	compactor := func(o compact.Options) *compact.Compactor { return made[*compact.Compactor](t)(compact.New(dev, o)) }
	c, parts := compactor(compact.Options{}), compactor(compact.Options{Classes: 2, By: compact.Flags})
	split, indices, runs := compactor(compact.Options{Output: compact.Split}), compactor(compact.Options{Output: compact.Indices}), compactor(compact.Options{Output: compact.Runs})
	s, segments := made[*scan.Scanner](t)(scan.New(dev, scan.Options{})), made[*scan.Scanner](t)(scan.New(dev, scan.Options{By: scan.Offsets}))
	h := made[*scan.Histogram](t)(scan.NewHistogram(dev, scan.HistogramOptions{Bins: 4, Upper: 4}))
	r, bySegment := made[*reduce.Reducer](t)(reduce.New(dev, reduce.Options{})), made[*reduce.Reducer](t)(reduce.New(dev, reduce.Options{Segmented: true}))
	byKey, im := made[*reduce.Reducer](t)(reduce.New(dev, reduce.Options{ByKey: true})), made[*reduce.Image](t)(reduce.NewImage(dev, reduce.ImageOptions{}))
	none, n, words := gpu.View{}, gpu.N(2), gputest.Fresh(t, dev, 2).View()
	for what, err := range map[string]error{
		"compact: Compact: src": c.Compact(words, none, n),
		"compact: Partition: Output is records, By value, Classes 1 and Keyed false, want Compact":   c.Partition(none, none, n),
		"compact: Compact: Output is records, By flags, Classes 2 and Keyed false, want PartitionBy": parts.Compact(none, none, n),
		"compact: PartitionBy: flags":                                parts.PartitionBy(gputest.Fresh(t, dev, 2).View(), words, none, n),
		"compact: Split: kept":                                       split.Split(none, none, none, n),
		"compact: SplitBy: Output":                                   split.SplitBy(none, none, none, none, n),
		"compact: Indices: dst":                                      indices.Indices(none, none, n),
		"compact: IndicesKeyed: Output":                              indices.IndicesKeyed(none, none, none, n),
		"compact: CompactArrays: array 1: Stride is 3":               indices.CompactArrays(none, n, compact.Array{Dst: words, Src: gputest.Fresh(t, dev, 2).View(), Stride: 4}, compact.Array{Stride: 3}),
		"compact: RunLengths: src":                                   runs.RunLengths(none, none, none, none, n),
		"compact: Reserve: n is -1":                                  c.Reserve(-1),
		"scan: Exclusive: dst":                                       s.Exclusive(none, none, n),
		"scan: Inclusive: Options.By is offsets, want whole":         segments.Inclusive(none, none, n),
		"scan: ExclusiveBy: Options.By is whole, want flags or keys": s.ExclusiveBy(none, none, none, n),
		"scan: InclusiveBy: Options.By is whole":                     s.InclusiveBy(none, none, none, n),
		"scan: SegmentedExclusive: dst":                              segments.SegmentedExclusive(none, none, none, n, n),
		"scan: SegmentedInclusive: segments: the count is -2":        segments.SegmentedInclusive(words, words, none, gpu.N(-2), n),
		"scan: Scan: Ends is false":                                  s.Scan(scan.Call{Dst: words, Src: words, Start: words, N: n}),
		"scan: Scan: By is":                                          s.Scan(scan.Call{By: words}),
		"scan: Reserve: n is -1":                                     s.Reserve(-1),
		"scan: HistogramEven: dst":                                   h.HistogramEven(none, none, n),
		"scan: HistogramRange: Edges is false":                       h.HistogramRange(none, none, none, n),
		"scan: Count: Weights":                                       h.Count(scan.HistogramCall{Dst: gputest.Fresh(t, dev, 4).View(), Src: words, Weights: words, N: n}),
		"reduce: Reduce: src":                                        r.Reduce(none, none, n),
		"reduce: SegmentedReduce: offsets":                           bySegment.SegmentedReduce(gputest.Fresh(t, dev, 2).View(), words, none, n, n),
		"reduce: ReduceByKey: ByKey is false":                        r.ReduceByKey(reduce.ByKey{}),
		"reduce: ReduceByKey: Keys":                                  byKey.ReduceByKey(reduce.ByKey{Dst: gputest.Fresh(t, dev, 2).View(), Src: words, N: n}),
		"reduce: Reserve: n is -1":                                   bySegment.Reserve(-1),
		"reduce: Reduce: texture: the name is 77777":                 im.Reduce(words, 77777, 0),
		"reduce: ReduceHistogram: Histogram.Bins is 0":               im.ReduceHistogram(words, words, 77777, 0),
	} {
		if pkg, _, _ := strings.Cut(what, ":"); !strings.HasPrefix(fmt.Sprint(err), what) || strings.Count(err.Error(), pkg+": ") > 1 {
			t.Errorf("%v, want %s", err, what)
		}
	}
}

// A number of workers that no driver takes is an error of each function that takes Tuning.
func TestWorkersOutOfRangeAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	failed := func(_ any, err error) error { return err }
	for _, workers := range []int{-1, 4097} {
		tune := gpu.Tuning{Workers: workers}
		order := merge.Options{Tuning: tune}
		for what, err := range map[string]error{
			"scan.New":          failed(scan.New(dev, scan.Options{Tuning: tune})),
			"scan.NewHistogram": failed(scan.NewHistogram(dev, scan.HistogramOptions{Bins: 4, Upper: 4, Tuning: tune})),
			"scan.ScratchBytes": failed(scan.ScratchBytes(dev.Caps(), scan.Options{Tuning: tune})),
			"reduce.New":        failed(reduce.New(dev, reduce.Options{Tuning: tune})),
			"reduce.NewImage":   failed(reduce.NewImage(dev, reduce.ImageOptions{Tuning: tune})),
			"compact.New":       failed(compact.New(dev, compact.Options{Tuning: tune})),
			"expand.New":        failed(expand.New(dev, expand.Options{Tuning: tune})),
			"merge.NewSorter":   failed(merge.NewSorter(dev, order)),
			"merge.NewMerger":   failed(merge.NewMerger(dev, order)),
			"merge.NewSets":     failed(merge.NewSets(dev, order)),
			"merge.NewSearcher": failed(merge.NewSearcher(dev, order)),
			"radix.New":         failed(radix.New(dev, radix.Options{Tuning: tune})),
		} {
			if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "4096") {
				t.Errorf("%s with %d workers: %v, want %v with the limit", what, workers, err, gpu.ErrArgument)
			}
		}
	}
}

// Where an Operator lacks a function that comb calls, the error says which.
func TestErrorsNameAFunctionThatIsNotDefined(t *testing.T) {
	dev := gputest.Device(t)
	defer gputest.DropMessages(t, dev)
	sum := gpu.Operator{GLSL: "float combine(float a, float b) { return a + b; }", Item: "float", Bytes: 4, Identity: "0.0"}
	named := sum
	named.Name = "mine"
	typo := named
	typo.Identity = "zero"
	failed := func(_ any, err error) error { return err }
	for want, err := range map[string]error{
		`ITEM_IDENTITY is the Identity of mine, which is "zero"`:                                                    failed(scan.New(dev, scan.Options{Operator: &typo})),
		"ITEM_IDENTITY is the Identity of mine, which":                                                              failed(reduce.New(dev, reduce.Options{Custom: &reduce.Custom{Operator: typo}})),
		"operator does not define float map(vec4 r, uint index)":                                                    failed(scan.New(dev, scan.Options{Operator: &sum, Record: "vec4", RecordBytes: 16})),
		"mine does not define vec2 finish(float v, uint index)":                                                     failed(scan.New(dev, scan.Options{Operator: &named, Result: "vec2", ResultBytes: 8})),
		"operator does not define float map(uint r, uint index)":                                                    failed(reduce.New(dev, reduce.Options{Custom: &reduce.Custom{Operator: sum, Record: "uint", RecordBytes: 4}})),
		"operator does not define uint finish(float v, uint n)":                                                     failed(reduce.New(dev, reduce.Options{Custom: &reduce.Custom{Operator: sum, Result: "uint", ResultBytes: 4}})),
		"operator does not define float map(vec4 texel, ivec2 at)":                                                  failed(reduce.NewImage(dev, reduce.ImageOptions{Custom: &reduce.ImageCustom{Operator: sum}})),
		"operator does not define uint finish(float v, uint texels)\nop":                                            failed(reduce.NewImage(dev, reduce.ImageOptions{Custom: &reduce.ImageCustom{Operator: sum, Result: "uint", ResultBytes: 4}})),
		"predicate, in slot <PREDICATE> of compact/keep.glsl#user, does not define uint finish(uint r, uint index)": failed(compact.New(dev, compact.Options{Predicate: "bool keep(uint r) { return true; }", Record: "uint", Result: "uint", ResultBytes: 4})),
	} {
		if !errors.Is(err, gpu.ErrShader) || !strings.Contains(err.Error(), "\n"+want) {
			t.Errorf("%v, want a line %q", err, want)
		}
	}
}
