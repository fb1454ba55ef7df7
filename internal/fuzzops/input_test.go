// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"
	"math"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// input is an input that is not direct, with its stride.
func (t *trial) input() (kind gpu.Input, stride int) {
	if kind = gpu.InputStrided + gpu.Input(t.pick(3)); kind == gpu.InputStrided {
		stride = t.pick(5)
	}
	return kind, stride
}

// operands returns the items of an input, all that there is room for, and views for them. src
// begins at word before.
func (t *trial) operands(kind gpu.Input, stride int, typ gpu.Type, op gpu.Op, words, before int) (records []uint32, src, indices gpu.View) {
	if kind == gpu.InputCounting {
		for i := range t.most {
			word := uint32(i)
			if typ == gpu.Float32 {
				word = math.Float32bits(float32(i))
			}
			records = append(append(records, word), make([]uint32, words-1)...)
		}
		return records, gpu.View{}, gpu.View{}
	}
	room := 1 + t.pick(256)
	if kind == gpu.InputStrided {
		room = max(0, t.most-1)*stride + min(1, t.most)
	}
	all := gputest.Items(t.r, op, typ, room*words*4/typ.Bytes())
	var places []uint32
	for i := range t.most {
		at := i * stride
		if kind == gpu.InputGathered {
			at = t.r.Intn(room)
			if places = append(places, uint32(at)); t.r.Intn(9) == 0 {
				at, places[i] = room-1, uint32(room)+t.r.Uint32()%1000
			}
		}
		records = append(records, all[at*words:(at+1)*words]...)
	}
	src = t.areaAt("src", all, before).view()
	if kind == gpu.InputGathered {
		indices = t.area("indices", places).view()
	}
	return records, src, indices
}

// scanInputs scans by an input, of a built-in type or with records and results of the caller's.
func scanInputs(t *trial) error {
	o := scan.Options{Op: t.op(), Type: t.numberType(), By: []scan.By{scan.Whole, scan.Keys, scan.Offsets}[t.pick(3)], Tuning: t.tune}
	o.Input, o.Stride = t.input()
	inclusive, custom := t.flip(), t.flip()
	if o.Input == gpu.InputCounting && o.Type == gpu.Float32 && o.Op == gpu.Sum {
		o.Op = gpu.Max // sums are not exact
	}
	oracle, words, typ, before := gputest.OracleOf(o.Op, o.Type), o.Type.Bytes()/4, o.Type, t.skew
	if custom {
		op := affine
		op.GLSL += "\nAffine map(uint r, uint i) { return Affine(r | 1u, r * 3u + i); }\nuvec4 finish(Affine v, uint i) { return uvec4(v.a, i, v.b, v.a ^ v.b); }"
		o.Operator, o.Record, o.RecordBytes, o.Result, o.ResultBytes = &op, "uint", 4, "uvec4", 16
		oracle, words, typ, o.Op, o.Type = affineOracle, 1, gpu.Uint32, gpu.Sum, gpu.Uint32
	}
	s, err := get(t.worker, fmt.Sprint("scan inputs", o.Op, o.Type, o.By, o.Input, o.Stride, custom, o.Tuning), func() (*scan.Scanner, error) { return scan.New(t.d, o) })
	if err != nil {
		return err
	}
	bytes, err := scan.ScratchBytes(t.d.Caps(), o)
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	records, src, indices := t.operands(o.Input, o.Stride, typ, o.Op, words, before)
	s.SetIndices(indices)
	c := scan.Call{Src: src, N: t.count, Inclusive: inclusive}
	heads := make([]bool, t.most+1)
	switch o.By {
	case scan.Keys:
		made, at := t.runKeys(1)
		c.By = t.area("keys", made).view()
		copy(heads, at)
	case scan.Offsets:
		bounds, a := t.offsets()
		for _, b := range bounds {
			heads[b] = true
		}
		c.By, c.Segments = a.view(), gpu.N(len(bounds)-1)
	}
	var want []uint32
	sum := oracle.Identity
	for i := range t.n {
		item := records[i*words : (i+1)*words]
		if custom {
			item = []uint32{item[0] | 1, item[0]*3 + uint32(i)}
		}
		if heads[i] {
			sum = oracle.Identity
		}
		next := oracle.Combine(sum, item)
		put := sum
		if inclusive {
			put = next
		}
		if custom {
			put = []uint32{put[0], uint32(i), put[1], put[0] ^ put[1]}
		}
		want, sum = append(want, put...), next
	}
	each := words
	if custom {
		each = 4
	}
	dst := t.areaAt("dst", t.junk(t.most*each), each*t.pick(9))
	dst.becomes(want)
	c.Dst = dst.view()
	return s.Scan(c)
}

// reduceInputs reduces by an input: all items, segments or runs of keys.
func reduceInputs(t *trial) error {
	op, typ := t.reduceOp()
	o := reduce.Options{Op: op, Type: typ, Tuning: t.tune}
	o.Input, o.Stride = t.input()
	if o.Input == gpu.InputCounting && typ == gpu.Float32 && op == reduce.Sum {
		o.Op = reduce.Max // sums are not exact
	}
	kind := t.pick(3)
	o.Segmented, o.ByKey = kind == 1, kind == 2
	r, err := t.reducer(o)
	if err != nil {
		return err
	}
	words := typ.Bytes() / 4
	items, src, indices := t.operands(o.Input, o.Stride, typ, like(o.Op), words, t.skew)
	r.SetIndices(indices)
	bounds := []uint32{0, uint32(t.n)}
	var keys []uint32
	var heads []bool
	var cut gpu.View
	switch kind {
	case 1:
		var a *area
		bounds, a = t.offsets()
		cut = a.view()
	case 2:
		keys, heads = t.runKeys(1)
		bounds = nil
		for i := range t.n {
			if heads[i] {
				bounds = append(bounds, uint32(i))
			}
		}
		bounds = append(bounds, uint32(t.n))
	}
	var want, wantKeys []uint32
	for s := range len(bounds) - 1 {
		from, to := min(int(bounds[s]), t.n), min(int(bounds[s+1]), t.n)
		want = append(want, reduced(o.Op, typ, items[from*words:to*words], from)...)
		if kind == 2 {
			wantKeys = append(wantKeys, keys[from])
		}
	}
	if kind != 2 {
		dst := t.output("dst", len(want))
		dst.becomes(want)
		if kind == 0 {
			return r.Reduce(dst.view(), src, t.count)
		}
		return r.SegmentedReduce(dst.view(), src, cut, gpu.N(len(bounds)-1), t.count)
	}
	each := words
	if slices.Contains([]reduce.Op{reduce.ArgMin, reduce.ArgMax}, o.Op) {
		each++
	}
	dst, runKeys, number := t.output("dst", t.most*each+1), t.output("run keys", t.most+1), t.output("runs", 1)
	dst.becomes(want)
	runKeys.becomes(wantKeys)
	number.becomes([]uint32{uint32(len(bounds) - 1)})
	return r.ReduceByKey(reduce.ByKey{
		Keys: t.area("keys", keys).view(), Src: src, N: t.count, RunKeys: runKeys.view(), Dst: dst.view(), Runs: number.view(),
	})
}

// histogramInputs counts by an input, of words or with a map of the caller's.
func histogramInputs(t *trial) error {
	o := scan.HistogramOptions{Bins: 64, Upper: []float64{1 << 32, 64 * 150}[t.pick(2)], Outside: t.flip(), Tuning: t.tune}
	o.Input, o.Stride = t.input()
	if t.flip() {
		o.Record, o.RecordBytes, o.Weighted = "uint", 4, t.flip()
		o.Map = "uint map(uint r, uint i) { return r ^ i * 5u; }\n"
	}
	if o.Weighted {
		o.Map += "uint mapWeight(uint r, uint i) { return r + i; }"
	}
	h, err := get(t.worker, fmt.Sprint("histogram inputs", o), func() (*scan.Histogram, error) { return scan.NewHistogram(t.d, o) })
	if err != nil {
		return err
	}
	records, src, indices := t.operands(o.Input, o.Stride, gpu.Uint32, gpu.Sum, 1, t.skew)
	want, width := make([]uint32, o.Bins+1), uint64(o.Upper)/64
	for i, r := range records[:t.n] {
		item, weight := r, uint32(1)
		if o.Map != "" {
			item = r ^ uint32(i)*5
		}
		if o.Weighted {
			weight = r + uint32(i)
		}
		want[min(uint64(item)/width, 64)] += weight
	}
	if !o.Outside {
		want = want[:o.Bins]
	}
	dst := t.output("dst", len(want))
	dst.becomes(want)
	h.SetIndices(indices)
	return h.Count(scan.HistogramCall{Dst: dst.view(), Src: src, N: t.count})
}
