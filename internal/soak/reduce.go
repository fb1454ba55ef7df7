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
	return all
}

func runReduce(t *trial, s *reduce.Reducer, o reduce.Options) error {
	words := o.Type.Bytes() / 4
	t.size(t.e.o.Most)
	op := map[reduce.Op]uint32{reduce.Sum: opSum, reduce.Min: opMin, reduce.Max: opMax, reduce.ArgMin: opArgMin, reduce.ArgMax: opArgMax}[o.Op]
	each := words
	if op == opArgMin || op == opArgMax {
		each++
	}
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
	t.check("reduce_items", t.n, a, t.area(areaIn), t.area(areaCuts), t.area(areaOut), t.area(areaWork))
	t.e.d.StorageBarrier()
	b := a.but("in_from")
	b["identity_low"], b["identity_high"] = identity(op, o.Type)
	t.check("reduce_check", results, b, t.area(areaCuts), t.area(areaOut), t.area(areaWork))
	return nil
}
