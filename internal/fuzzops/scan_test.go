// SPDX-License-Identifier: MIT

package fuzzops

import (
	"fmt"
	"math"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/scan"
)

func scanItems(t *trial) error {
	o := scan.Options{Op: t.op(), Type: t.numberType(), By: scan.By(t.pick(4)), KeyBytes: 4 + 4*t.pick(2), Tuning: t.tune}
	if o.By != scan.Keys {
		o.KeyBytes = 0
	}
	inclusive, inPlace := t.flip(), t.flip()
	oracle, like := gputest.OracleOf(o.Op, o.Type), o.Op
	before := t.skew
	if t.flip() {
		o.Operator, oracle, o.Type, like = &affine, affineOracle, gpu.Uint64, gpu.Sum
		before = 2 * t.pick(30) // records begin a whole number of records in
	}
	s, err := get(t.worker, fmt.Sprint("scan", o.Op, o.Type, o.By, o.KeyBytes, o.Operator != nil, o.Tuning), func() (*scan.Scanner, error) { return scan.New(t.d, o) })
	if err != nil {
		return err
	}
	bytes, err := scan.ScratchBytes(t.d.Caps(), o)
	if err := t.scratch(s.UseScratch, bytes, err); err != nil {
		return err
	}
	items := gputest.Items(t.r, like, o.Type, t.most)
	src := t.areaAt("src", items, before)
	dst := src
	if !inPlace {
		dst = t.areaAt("dst", t.junk(len(items)), 2*before)
	}
	heads := make([]bool, t.most+1)
	by, segments := gpu.View{}, gpu.N(0)
	switch o.By {
	case scan.Flags:
		flags := make([]uint32, t.most)
		density := 1 + t.pick(100)
		for i := range flags {
			if t.r.Intn(density) == 0 {
				flags[i], heads[i] = t.r.Uint32()|1, true
			}
		}
		by = t.area("flags", flags).view()
	case scan.Keys:
		size := o.KeyBytes / 4
		keys := make([]uint32, t.most*size)
		for i := range t.most {
			for w := range size {
				keys[i*size+w] = uint32(t.r.Intn(2))
			}
			heads[i] = i > 0 && !slices.Equal(keys[i*size:(i+1)*size], keys[(i-1)*size:i*size])
		}
		by = t.area("keys", keys).view()
	case scan.Offsets:
		bounds, a := t.offsets()
		for _, b := range bounds {
			heads[b] = true
		}
		by, segments = a.view(), gpu.N(len(bounds)-1)
	}
	var want []uint32
	sum := oracle.Identity
	for i := range t.n {
		if heads[i] {
			sum = oracle.Identity
		}
		next := oracle.Combine(sum, items[i*oracle.Words:(i+1)*oracle.Words])
		if inclusive {
			want = append(want, next...)
		} else {
			want = append(want, sum...)
		}
		sum = next
	}
	dst.becomes(want)
	switch {
	case o.By == scan.Whole && inclusive:
		return s.Inclusive(dst.view(), src.view(), t.count)
	case o.By == scan.Whole:
		return s.Exclusive(dst.view(), src.view(), t.count)
	case o.By == scan.Offsets && inclusive:
		return s.SegmentedInclusive(dst.view(), src.view(), by, segments, t.count)
	case o.By == scan.Offsets:
		return s.SegmentedExclusive(dst.view(), src.view(), by, segments, t.count)
	case inclusive:
		return s.InclusiveBy(dst.view(), src.view(), by, t.count)
	}
	return s.ExclusiveBy(dst.view(), src.view(), by, t.count)
}

// histogram is of integers, evenly and by edges; the package's own tests have the floats.
func histogram(t *trial) error {
	bins := []int{1, 10, 64, 4096, 5000}[t.pick(5)]
	o := scan.HistogramOptions{Type: gpu.Type(t.pick(2)), Bins: bins, Edges: t.flip(), Outside: t.flip(), Tuning: t.tune}
	width, lower := 1+t.pick(200), t.pick(100)
	if o.Type == gpu.Int32 {
		lower -= 50
	}
	if !o.Edges {
		o.Lower, o.Upper = float64(lower), float64(lower+width*bins)
	}
	h, err := get(t.worker, fmt.Sprint("histogram", o), func() (*scan.Histogram, error) { return scan.NewHistogram(t.d, o) })
	if err != nil {
		return err
	}
	edges := make([]uint32, bins+1)
	for i := range edges {
		edges[i] = uint32(lower + width*i)
	}
	items := make([]uint32, t.most)
	for i := range items {
		items[i] = uint32(t.r.Intn(width*bins+200) - 50)
		if t.r.Intn(30) == 0 {
			items[i] = [...]uint32{0, math.MaxUint32, 1 << 31, math.MaxInt32}[t.r.Intn(4)]
		}
	}
	want := make([]uint32, bins+1)
	for _, v := range items[:t.n] {
		x := int(v)
		if o.Type == gpu.Int32 {
			x = int(int32(v))
		}
		bin := bins
		if x >= lower && x < lower+width*bins {
			bin = (x - lower) / width
		}
		want[bin]++
	}
	if !o.Outside {
		want = want[:bins]
	}
	src, dst := t.area("src", items), t.output("dst", len(want))
	dst.becomes(want)
	if o.Edges {
		return h.HistogramRange(dst.view(), src.view(), t.area("edges", edges).view(), t.count)
	}
	return h.HistogramEven(dst.view(), src.view(), t.count)
}

// axis is a random axis of integers, with its edges and the function from an item to its bin, or to
// the number of bins.
func (t *trial) axis() (a scan.Axis, edges []uint32, bin func(w uint32) int) {
	a = scan.Axis{Type: gpu.Type(t.pick(2)), Bins: []int{9, 1, 77, 5000}[t.pick(4)], Edges: t.flip()}
	width, lower := 1+t.pick(9), 20+t.pick(100)
	if a.Type == gpu.Int32 {
		lower -= 60
	}
	if a.Edges {
		for i := range a.Bins + 1 {
			edges = append(edges, uint32(lower+width*i))
		}
	} else {
		a.Lower, a.Upper = float64(lower), float64(lower+width*a.Bins)
	}
	return a, edges, func(w uint32) int {
		x := int(w)
		if a.Type == gpu.Int32 {
			x = int(int32(w))
		}
		if x < lower || x >= lower+width*a.Bins {
			return a.Bins
		}
		return (x - lower) / width
	}
}

// coordinates are items of which most lie in a number of bins of up to 9 numbers.
func (t *trial) coordinates(bins int) []uint32 {
	items := make([]uint32, t.most)
	for i := range items {
		items[i] = uint32(t.r.Intn(5*bins+150) - 20)
	}
	return items
}

// histogramCount is a histogram with weights, or two axes, or both.
func histogramCount(t *trial) error {
	x, edges, binOf := t.axis()
	o := scan.HistogramOptions{Type: x.Type, Bins: x.Bins, Lower: x.Lower, Upper: x.Upper, Edges: x.Edges, Weighted: t.flip(), Outside: t.flip(), Tuning: t.tune}
	items, second, weights := t.coordinates(o.Bins), []uint32(nil), []uint32(nil)
	bins, secondOf := o.Bins, func(uint32) int { return 0 }
	if t.flip() {
		var more []uint32
		if o.Y, more, secondOf = t.axis(); o.Bins*o.Y.Bins > 1<<20 {
			return errRefused
		}
		edges, bins, second = append(edges, more...), o.Bins*o.Y.Bins, t.coordinates(o.Y.Bins)
	}
	h, err := get(t.worker, fmt.Sprint("histogram count", o), func() (*scan.Histogram, error) { return scan.NewHistogram(t.d, o) })
	if err != nil {
		return err
	}
	src := t.area("src", items)
	c := scan.HistogramCall{Src: src.view(), N: t.count}
	if o.Y.Bins > 0 {
		c.Y = t.area("y", second).view()
	}
	if o.Weighted {
		weights = t.junk(t.most)
		c.Weights = t.area("weights", weights).view()
	}
	if edges != nil {
		c.Edges = t.area("edges", edges).view()
	}
	want := make([]uint32, bins+1)
	for i, w := range items[:t.n] {
		at, weight := binOf(w), uint32(1)
		if o.Y.Bins > 0 {
			if k := secondOf(second[i]); at == o.Bins || k == o.Y.Bins {
				at = bins
			} else {
				at = at*o.Y.Bins + k
			}
		}
		if o.Weighted {
			weight = weights[i]
		}
		want[at] += weight
	}
	if !o.Outside {
		want = want[:bins]
	}
	dst := t.output("dst", len(want))
	dst.becomes(want)
	c.Dst = dst.view()
	return h.Count(c)
}
