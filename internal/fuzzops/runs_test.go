// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// runKeys are keys of some words, in runs, with what each item's head is.
func (t *trial) runKeys(size int) (words []uint32, heads []bool) {
	words, heads = make([]uint32, t.most*size), make([]bool, t.most)
	density := 1 + t.pick(100)
	for i := range heads {
		if heads[i] = i == 0 || t.r.Intn(density) == 0; heads[i] {
			for w := range size {
				words[i*size+w] = t.r.Uint32()
			}
			heads[i] = i == 0 || !slices.Equal(words[i*size:(i+1)*size], words[(i-1)*size:i*size])
		} else {
			copy(words[i*size:(i+1)*size], words[(i-1)*size:i*size])
		}
	}
	return words, heads
}

// type64 is numberType, or Float64.
func (t *trial) type64() gpu.Type {
	if i := t.pick(len(gputest.NumberTypes) + 1); i > 0 {
		return gputest.NumberTypes[i-1]
	}
	return gpu.Float64
}

// scanEnds scans with a start value or the total, or records that are mapped.
func scanEnds(t *trial) error {
	o := scan.Options{Op: t.op(), Type: t.type64(), Ends: true, Tuning: t.tune}
	if t.flip() {
		o.By = scan.Keys
	}
	inclusive, inPlace, starts, totals := t.flip(), t.flip(), t.flip(), t.flip() && o.By == scan.Whole
	oracle, like, before, each := gputest.OracleOf(o.Op, o.Type), o.Op, t.skew, o.Type.Bytes()/4
	if t.flip() {
		mapped := affine
		mapped.GLSL += "\nAffine map(uvec4 r, uint i) { return Affine(r.x | 1u, r.y + i); }"
		o.Operator, oracle, o.Type, like = &mapped, affineOracle, gpu.Uint64, gpu.Sum
		o.Record, o.RecordBytes, inPlace = "uvec4", 16, false
		before, each = 4*t.pick(9), 4
	}
	s, err := get(t.worker, fmt.Sprint("scan ends", o.Op, o.Type, o.By, o.Operator != nil, o.Tuning), func() (*scan.Scanner, error) { return scan.New(t.d, o) })
	if err != nil {
		return err
	}
	bytes, err := scan.ScratchBytes(t.d.Caps(), o)
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	records := gputest.Items(t.r, like, o.Type, t.most*each*4/o.Type.Bytes())
	item := func(i int) []uint32 {
		r := records[i*each : (i+1)*each]
		if o.Operator != nil {
			return []uint32{r[0] | 1, r[1] + uint32(i)}
		}
		return r
	}
	src := t.areaAt("src", records, before)
	dst := src
	if !inPlace {
		dst = t.areaAt("dst", t.junk(t.most*oracle.Words), oracle.Words*t.pick(9))
	}
	c := scan.Call{Dst: dst.view(), Src: src.view(), N: t.count, Inclusive: inclusive}
	heads := make([]bool, t.most)
	if o.By == scan.Keys {
		words, made := t.runKeys(1)
		c.By, heads = t.area("keys", words).view(), made
	}
	begin := oracle.Identity
	if starts {
		start := gputest.Items(t.r, like, o.Type, 1)
		c.Start = t.areaAt("start", start, 2*oracle.Words).view()
		begin = oracle.Combine(oracle.Identity, start) // Min and Max skip NaN
	}
	var want []uint32
	sum := begin
	for i := range t.n {
		if heads[i] {
			sum = begin
		}
		next := oracle.Combine(sum, item(i))
		if inclusive {
			want = append(want, next...)
		} else {
			want = append(want, sum...)
		}
		sum = next
	}
	dst.becomes(want)
	if totals {
		total := t.areaAt("total", t.junk(oracle.Words), oracle.Words)
		total.becomes(sum)
		c.Total = total.view()
	}
	return s.Scan(c)
}

// statisticsOf are the statistics of items, the first of which has the index from.
func statisticsOf(typ gpu.Type, items []uint32, from int) []uint32 {
	low, high := reduced(reduce.ArgMin, typ, items, from), reduced(reduce.ArgMax, typ, items, from)
	size := typ.Bytes() / 4
	return slices.Concat(reduced(reduce.Sum, typ, items, from), low[:size], high[:size], low[size:], high[size:])
}

func statistics(t *trial) error {
	typ := gpu.Type(t.pick(6))
	r, err := t.reducer(reduce.Options{Op: reduce.Statistics, Type: typ, Tuning: t.tune})
	if err != nil {
		return err
	}
	items := gputest.Items(t.r, gpu.Sum, typ, t.most)
	want := statisticsOf(typ, items[:t.n*typ.Bytes()/4], 0)
	src, dst := t.area("src", items), t.output("dst", len(want)+2)
	dst.becomes(want)
	return r.Reduce(dst.view(), src.view(), t.count)
}

func reduceByKey(t *trial) error {
	o := reduce.Options{Op: reductions[t.pick(len(reductions))], Type: gpu.Type(t.pick(6)), ByKey: true, KeyBytes: 4 + 4*t.pick(3), Tuning: t.tune}
	if o.Op == reduce.Mean {
		o.Op = reduce.Sum
	}
	r, err := t.reducer(o)
	if err != nil {
		return err
	}
	size, keySize := o.Type.Bytes()/4, o.KeyBytes/4
	items := gputest.Items(t.r, like(o.Op), o.Type, t.most)
	keys, heads := t.runKeys(keySize)
	var want, wantKeys []uint32
	runs := uint32(0)
	for from := 0; from < t.n; runs++ {
		to := from + 1
		for to < t.n && !heads[to] {
			to++
		}
		run := items[from*size : to*size]
		if o.Op == reduce.Statistics {
			want = append(want, statisticsOf(o.Type, run, from)...)
		} else {
			want = append(want, reduced(o.Op, o.Type, run, from)...)
		}
		wantKeys = append(wantKeys, keys[from*keySize:(from+1)*keySize]...)
		from = to
	}
	each := size
	switch o.Op {
	case reduce.ArgMin, reduce.ArgMax:
		each = size + 1
	case reduce.Statistics:
		each = 3*size + 2
	}
	dst, runKeys, number := t.output("dst", t.most*each+1), t.output("run keys", t.most*keySize+1), t.output("runs", 1)
	dst.becomes(want)
	runKeys.becomes(wantKeys)
	number.becomes([]uint32{runs})
	return r.ReduceByKey(reduce.ByKey{
		Keys: t.area("keys", keys).view(), Src: t.area("src", items).view(), N: t.count,
		RunKeys: runKeys.view(), Dst: dst.view(), Runs: number.view(),
	})
}
