// SPDX-License-Identifier: MIT

package soak

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/reduce"
)

func reductions() []*kind {
	var all []*kind
	add := func(op reduce.Op, typ gpu.Type, segmented bool) {
		o := reduce.Options{Op: op, Type: typ, Segmented: segmented}
		name := fmt.Sprintf("%v of %v", op, typ)
		if segmented {
			name += ", segments"
		}
		all = append(all, &kind{
			op: "reduce", name: name,
			singlePass: segmented && (op != reduce.Sum || typ != gpu.Float32), // the exact operators
			make: func(e *engine, tune gpu.Tuning) (released, error) {
				o := o
				o.Tuning = tune
				return reduce.New(e.d, o)
			},
			run: func(t *trial, made released) error { return runReduce(t, made.(*reduce.Reducer), o) },
		})
	}
	for _, typ := range []gpu.Type{gpu.Uint32, gpu.Int32, gpu.Float32, gpu.Uint64} {
		add(reduce.Sum, typ, false)
		add(reduce.Min, typ, false)
		add(reduce.ArgMax, typ, false)
		add(reduce.Sum, typ, true)
	}
	add(reduce.Max, gpu.Uint32, false)
	add(reduce.Max, gpu.Int64, false)
	add(reduce.ArgMin, gpu.Float32, false)
	add(reduce.ArgMin, gpu.Int32, false)
	add(reduce.Min, gpu.Int32, true)
	add(reduce.Max, gpu.Uint32, true)
	add(reduce.Max, gpu.Float32, true)
	add(reduce.ArgMin, gpu.Uint32, true)
	add(reduce.ArgMax, gpu.Float32, true)
	add(reduce.ArgMax, gpu.Uint64, true)
	return append(all, reductionsByKey()...)
}

func reductionsByKey() []*kind {
	var all []*kind
	for _, o := range []reduce.Options{
		{Op: reduce.Sum, Type: gpu.Uint32, KeyBytes: 4},
		{Op: reduce.Min, Type: gpu.Int32, KeyBytes: 4},
		{Op: reduce.Max, Type: gpu.Float32, KeyBytes: 4},
		{Op: reduce.Sum, Type: gpu.Uint64, KeyBytes: 4},
		{Op: reduce.Max, Type: gpu.Uint32, KeyBytes: 8},
		{Op: reduce.Sum, Type: gpu.Float32, KeyBytes: 4},
		{Op: reduce.ArgMin, Type: gpu.Uint32, KeyBytes: 4},
	} {
		o.ByKey = true
		all = append(all, &kind{
			op: "reduce", name: fmt.Sprintf("%v of %v, by keys of %d bytes", o.Op, o.Type, o.KeyBytes),
			singlePass: o.Op <= reduce.Max && (o.Op != reduce.Sum || o.Type != gpu.Float32), // the exact operators
			make: func(e *engine, tune gpu.Tuning) (released, error) {
				o := o
				o.Tuning = tune
				return reduce.New(e.d, o)
			},
			run: func(t *trial, made released) error { return runByKey(t, made.(*reduce.Reducer), o) },
		})
	}
	return all
}

// opOf returns the operator, and the words of a result.
func opOf(o reduce.Options) (op uint32, each int) {
	op = map[reduce.Op]uint32{reduce.Sum: opSum, reduce.Min: opMin, reduce.Max: opMax, reduce.ArgMin: opArgMin, reduce.ArgMax: opArgMax}[o.Op]
	each = o.Type.Bytes() / 4
	if op == opArgMin || op == opArgMax {
		each++
	}
	return op, each
}

func runReduce(t *trial, s *reduce.Reducer, o reduce.Options) error {
	words := o.Type.Bytes() / 4
	t.size(t.e.o.Most)
	op, each := opOf(o)
	in := t.put(areaIn, t.most*words, t.values(o.Type, op == opSum))
	o.Tuning = t.tune
	bytes, err := reduce.ScratchBytes(t.e.d.Caps(), o)
	t.useScratch(s.UseScratch, bytes, err)
	a := args{"type": uint32(o.Type), "in_from": in.at(), "count": uint32(t.n), "op": op, "whole": 1, "segments": 1}
	results := 1
	var run func() error
	var dst *part
	if o.Segmented {
		offsets, segments, count := t.cuts(1, max(1, t.e.o.Most/2-20))
		results = segments
		dst = t.junk(areaOut, each*count.Max())
		a["whole"], a["segments"], a["cuts_from"] = 0, uint32(segments), offsets.at()
		run = func() error { return s.SegmentedReduce(dst.view, in.view, offsets.view, count, t.count) }
	} else {
		dst = t.junk(areaOut, each)
		run = func() error { return s.Reduce(dst.view, in.view, t.count) }
	}
	t.result(dst, results, each)
	t.zeroWork(2 * results)
	a["out_from"] = dst.at()
	if err := t.do(run); err != nil {
		return err
	}
	t.checkReduction(op, o.Type, results, a)
	return nil
}

// checkReduction checks the results of segments. zeroWork has come before.
func (t *trial) checkReduction(op uint32, typ gpu.Type, results int, a args) {
	t.check("reduce_items", t.n, a, t.area(areaIn), t.area(areaCuts), t.area(areaOut), t.area(areaWork))
	t.e.d.StorageBarrier()
	b := a.but("in_from")
	b["identity_low"], b["identity_high"] = identity(op, typ)
	t.check("reduce_check", results, b, t.area(areaCuts), t.area(areaOut), t.area(areaWork))
}

// runByKey reduces runs of a random length, of which the last may be shorter. The checks of
// segments get their offsets.
func runByKey(t *trial, s *reduce.Reducer, o reduce.Options) error {
	words := o.Type.Bytes() / 4
	t.size(t.e.o.Most)
	op, each := opOf(o)
	tile := t.e.tile
	length := []int{1, 1, 2, 3, 7, 64, tile - 1, tile, tile + 1, 10*tile + 3, max(1, t.n)}[t.r.IntN(11)]
	runs := (t.n + length - 1) / length
	t.note("runs of %d", length)
	in := t.put(areaIn, t.most*words, t.values(o.Type, op == opSum))
	seed := t.r.Uint32()
	keyWords := o.KeyBytes / 4
	keys := t.put(areaPayload, t.most*keyWords, args{"kind": makeRuns, "argument": uint32(length), "item_words": uint32(keyWords), "seed": seed})
	cuts := t.put(areaCuts, runs+1, args{"kind": makeEdges, "period": uint32(length)})
	o.Tuning = t.tune
	bytes, err := reduce.ScratchBytes(t.e.d.Caps(), o)
	t.useScratch(s.UseScratch, bytes, err)
	dst := t.junk(areaOut, each*t.most)
	t.result(dst, runs, each)
	runKeys := t.place(areaOut2, t.most*keyWords, 0, args{"seed": seed})
	t.expect(runKeys, runs, wrongResult, args{"kind": makeRunKeys, "argument": uint32(length), "item_words": uint32(keyWords)})
	count := t.junk(areaOut3, 1)
	t.expect(count, 1, wrongCount, args{"kind": makeConstant, "argument": uint32(runs), "item_words": 1})
	t.zeroWork(2 * runs)
	err = t.do(func() error {
		return s.ReduceByKey(reduce.ByKey{Keys: keys.view, Src: in.view, N: t.count, RunKeys: runKeys.view, Dst: dst.view, Runs: count.view})
	})
	if err != nil {
		return err
	}
	a := args{"type": uint32(o.Type), "in_from": in.at(), "count": uint32(t.n), "op": op, "segments": uint32(runs), "cuts_from": cuts.at(), "out_from": dst.at()}
	t.checkReduction(op, o.Type, runs, a)
	return nil
}
