// SPDX-License-Identifier: MIT

package fuzzops

import (
	"errors"
	"fmt"
	"slices"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
)

// decision is what decides about records, in GLSL's terms and as a loop.
type decision struct {
	o     compact.Options
	src   []uint32 // records
	by    *area    // flags or bits; nil when the records decide
	class []int    // of each record; 0 is kept, the last is the rest
}

// decide chooses how to decide. Records that decide are of few values, so that they repeat and are
// zero at times.
func (t *trial) decide() decision {
	d := decision{o: compact.Options{By: compact.By(t.pick(4)), Stride: 4 * (1 + t.pick(6)), Tuning: t.tune}}
	size := d.o.Stride / 4
	d.src = make([]uint32, t.most*size)
	odds := 1 + t.pick(200)
	for i := range d.src {
		if t.r.Intn(odds) < 20 {
			d.src[i] = uint32(t.r.Intn(3))
		}
	}
	d.class = make([]int, t.most)
	predicate := t.flip()
	record := func(i int) []uint32 { return d.src[i*size : (i+1)*size] }
	switch d.o.By {
	case compact.Value:
		if predicate {
			d.o.Record, d.o.Predicate = "Words", fmt.Sprintf("struct Words { uint w[%d]; };\nbool keep(Words v) { return (v.w[0] + v.w[%d]) %% 3u == 1u; }", size, size-1)
		}
		for i := range d.class {
			keeps := slices.Max(record(i)) > 0
			if predicate {
				keeps = (record(i)[0]+record(i)[size-1])%3 == 1
			}
			d.class[i] = class(keeps)
		}
	case compact.Unique:
		if predicate {
			d.o.Record, d.o.Predicate = "Words", fmt.Sprintf("struct Words { uint w[%d]; };\nbool same(Words a, Words b) { return a.w[0] / 2u == b.w[0] / 2u; }", size)
		}
		for i := range d.class {
			differs := i == 0 || !slices.Equal(record(i), record(i-1))
			if predicate {
				differs = i == 0 || record(i)[0]/2 != record(i - 1)[0]/2
			}
			d.class[i] = class(differs)
		}
	case compact.Flags, compact.Mask:
		words := make([]uint32, t.most)
		if d.o.By == compact.Mask {
			words = make([]uint32, (t.most+31)/32)
		}
		for i := range d.class {
			keeps := t.r.Intn(odds) < 20
			d.class[i] = class(keeps)
			switch {
			case keeps && d.o.By == compact.Flags:
				words[i] = t.r.Uint32() | 1
			case keeps:
				words[i/32] |= 1 << (i % 32)
			}
		}
		d.by = t.area("by", words)
	}
	return d
}

func class(keeps bool) int {
	if keeps {
		return 0
	}
	return 1
}

// order is the records that a compaction or a partition writes, of the n that there are.
func (d decision) order(n int, partition bool) (order []int, kept int) {
	for c := range 2 {
		for i := range n {
			if d.class[i] == c && (c == 0 || partition) {
				order = append(order, i)
			}
		}
		if c == 0 {
			kept = len(order)
		}
	}
	return order, kept
}

func (t *trial) compactor(o compact.Options) (*compact.Compactor, error) {
	c, err := get(t.worker, fmt.Sprintf("compact %+v", o), func() (*compact.Compactor, error) { return compact.New(t.d, o) })
	if err != nil {
		return nil, err
	}
	bytes, err := compact.ScratchBytes(t.d.Caps(), o, t.most)
	return c, t.scratch(c.UseScratch, bytes, err)
}

// counted checks the number kept that a compactor left on the GPU.
func (t *trial) counted(c *compact.Compactor, kept, found int) error {
	for _, n := range []struct {
		what string
		c    gpu.Count
		want int
	}{{"count", c.Result().Count, kept}, {"found", c.Result().Found, found}} {
		word, _ := n.c.Word()
		var got [1]uint32
		if err := gpu.Download(t.d, word, got[:]); err != nil {
			return err
		}
		if int(got[0]) != n.want {
			return fmt.Errorf("%s is %d, want %d", n.what, got[0], n.want)
		}
	}
	return nil
}

func compactRecords(t *trial) error {
	d := t.decide()
	partition := t.flip()
	room := t.most
	if partition {
		d.o.Classes, d.o.ReverseRest = 2, t.flip()
	} else if t.flip() {
		d.o.Clamp, room = true, t.wide(t.most+1)
	}
	c, err := t.compactor(d.o)
	if err != nil {
		return err
	}
	size := d.o.Stride / 4
	before := t.skew
	if d.o.Record != "" {
		before = size * t.pick(9) // records begin a whole number of records in
	}
	src := t.areaAt("src", d.src, before)
	dst := t.output("dst", room*size)
	order, found := d.order(t.n, partition)
	if d.o.ReverseRest {
		slices.Reverse(order[found:])
	}
	kept := min(found, room)
	dst.becomes(gathered(d.src, order[:min(len(order), room)], size))
	by := src
	if d.by != nil {
		by = d.by
	}
	switch {
	case d.by == nil && partition:
		err = c.Partition(dst.view(), src.view(), t.count)
	case d.by == nil:
		err = c.Compact(dst.view(), src.view(), t.count)
	case partition:
		err = c.PartitionBy(dst.view(), src.view(), by.view(), t.count)
	default:
		err = c.CompactBy(dst.view(), src.view(), by.view(), t.count)
	}
	if err != nil {
		return err
	}
	if found > room {
		if err := t.d.Check(); !errors.Is(err, gpu.ErrOverflow) || t.over != errors.Is(err, gpu.ErrCount) {
			return fmt.Errorf("%d found, room for %d: Check says %v", found, room, err)
		}
		t.over = false
	}
	return t.counted(c, kept, found)
}

func splitRecords(t *trial) error {
	d := t.decide()
	d.o.Output = compact.Split
	room := [2]int{t.most, t.most}
	if t.flip() {
		d.o.Clamp, room = true, [2]int{t.wide(t.most + 1), t.wide(t.most + 1)}
	}
	c, err := t.compactor(d.o)
	if err != nil {
		return err
	}
	size := d.o.Stride / 4
	before := t.skew
	if d.o.Record != "" {
		before = size * t.pick(9)
	}
	src := t.areaAt("src", d.src, before)
	kept, others := t.output("kept", room[0]*size), t.output("others", room[1]*size)
	order, found := d.order(t.n, true)
	written := [2]int{min(found, room[0]), min(t.n-found, room[1])}
	kept.becomes(gathered(d.src, order[:written[0]], size))
	others.becomes(gathered(d.src, order[found:][:written[1]], size))
	if d.by == nil {
		err = c.Split(kept.view(), others.view(), src.view(), t.count)
	} else {
		err = c.SplitBy(kept.view(), others.view(), src.view(), d.by.view(), t.count)
	}
	if err != nil {
		return err
	}
	if sum := written[0] + written[1]; sum < t.n {
		if err := t.d.Check(); !errors.Is(err, gpu.ErrOverflow) || t.over != errors.Is(err, gpu.ErrCount) {
			return fmt.Errorf("%d of %d written: Check says %v", sum, t.n, err)
		}
		t.over = false
	}
	if err := t.counted(c, written[0], found); err != nil {
		return err
	}
	word, _ := c.Result().Counts[1].Word()
	var got [1]uint32
	if err := gpu.Download(t.d, word, got[:]); err != nil || int(got[0]) != written[1] {
		return fmt.Errorf("%d others, %v, want %d", got[0], err, written[1])
	}
	return nil
}

// compactResults is a compaction or a partition that writes what a function makes of each record.
func compactResults(t *trial) error {
	d := t.decide()
	size := d.o.Stride / 4
	words := fmt.Sprintf("struct Words { uint w[%d]; };\n", size)
	switch {
	case d.o.By == compact.Value && d.o.Predicate == "":
		d.o.Predicate = words + "bool keep(Words v) { uint any = 0u; for (int i = 0; i < v.w.length(); i++) any |= v.w[i]; return any != 0u; }"
	case d.o.By == compact.Unique && d.o.Predicate == "":
		d.o.Predicate = words + "bool same(Words a, Words b) { uint any = 0u; for (int i = 0; i < a.w.length(); i++) any |= a.w[i] ^ b.w[i]; return any == 0u; }"
	case d.o.Predicate == "":
		d.o.Predicate = words
	}
	d.o.Record, d.o.Result, d.o.ResultBytes = "Words", "uvec2", 8
	d.o.Predicate += fmt.Sprintf("\nuvec2 finish(Words v, uint index) { return uvec2(v.w[0] + index, v.w[%d]); }", size-1)
	partition := t.flip()
	if partition {
		d.o.Classes = 2
	}
	c, err := t.compactor(d.o)
	if err != nil {
		return err
	}
	src, dst := t.areaAt("src", d.src, size*t.pick(9)), t.areaAt("dst", t.junk(2*t.most), 2*t.pick(9))
	order, found := d.order(t.n, partition)
	for at, i := range order {
		record := d.src[i*size : (i+1)*size]
		dst.want[2*at], dst.want[2*at+1] = record[0]+uint32(i), record[size-1]
	}
	switch {
	case d.by == nil && partition:
		err = c.Partition(dst.view(), src.view(), t.count)
	case d.by == nil:
		err = c.Compact(dst.view(), src.view(), t.count)
	case partition:
		err = c.PartitionBy(dst.view(), src.view(), d.by.view(), t.count)
	default:
		err = c.CompactBy(dst.view(), src.view(), d.by.view(), t.count)
	}
	if err != nil {
		return err
	}
	return t.counted(c, found, found)
}

// compactArrays is indices alone, or several arrays by one decision.
func compactArrays(t *trial) error {
	d := t.decide()
	d.o.Output = compact.Indices
	partition := t.flip()
	if partition {
		d.o.Classes = 2
	}
	c, err := t.compactor(d.o)
	if err != nil {
		return err
	}
	order, kept := d.order(t.n, partition)
	size := d.o.Stride / 4
	by := d.by
	if by == nil {
		before := t.skew
		if d.o.Record != "" {
			before = size * t.pick(9)
		}
		by = t.areaAt("records", d.src, before)
	}
	if t.flip() {
		dst := t.output("indices", t.most)
		for i, at := range order {
			dst.want[i] = uint32(at)
		}
		if err := c.Indices(dst.view(), by.view(), t.count); err != nil {
			return err
		}
		return t.counted(c, kept, kept)
	}
	var arrays []compact.Array
	for range 1 + t.pick(3) {
		stride := 1 + t.pick(5)
		src, dst := t.area("src", t.junk(t.most*stride)), t.output("dst", t.most*stride)
		dst.becomes(gathered(src.want, order, stride))
		arrays = append(arrays, compact.Array{Dst: dst.view(), Src: src.view(), Stride: 4 * stride})
	}
	if err := c.CompactArrays(by.view(), t.count, arrays...); err != nil {
		return err
	}
	return t.counted(c, kept, kept)
}

func runLengths(t *trial) error {
	d := t.decide()
	if d.o.By != compact.Unique {
		d.o.By, d.o.Record, d.o.Predicate = compact.Unique, "", ""
		size := d.o.Stride / 4
		for i := range d.class {
			d.class[i] = class(i == 0 || !slices.Equal(d.src[i*size:(i+1)*size], d.src[(i-1)*size:i*size]))
		}
	}
	d.o.Output = compact.Runs
	c, err := t.compactor(d.o)
	if err != nil {
		return err
	}
	size := d.o.Stride / 4
	order, runs := d.order(t.n, false)
	src := t.areaAt("src", d.src, size*t.pick(9))
	values, starts, lengths := t.output("values", t.most*size), t.output("starts", t.most+1), t.output("lengths", t.most)
	values.becomes(gathered(d.src, order, size))
	for i, at := range order {
		end := t.n
		if i+1 < len(order) {
			end = order[i+1]
		}
		starts.want[i], lengths.want[i] = uint32(at), uint32(end-at)
	}
	starts.want[runs] = uint32(t.n)
	var to [3]gpu.View
	for i, a := range []*area{values, starts, lengths} {
		if t.pick(4) > 0 {
			to[i] = a.view()
			continue
		}
		a.stays()
	}
	if err := c.RunLengths(to[0], to[1], to[2], src.view(), t.count); err != nil {
		return err
	}
	return t.counted(c, runs, runs)
}
