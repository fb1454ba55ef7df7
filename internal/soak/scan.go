// SPDX-License-Identifier: MIT

package soak

import (
	"fmt"
	"maps"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/scan"
)

// identity returns the identity of Min, Max or Sum: the result without items.
func identity(op uint32, typ gpu.Type) (low, high uint32) {
	type words [2]uint32
	least := map[gpu.Type]words{gpu.Int32: {1 << 31, 0}, gpu.Float32: {0xFF800000, 0}, gpu.Int64: {0, 1 << 31}}
	most := map[gpu.Type]words{
		gpu.Uint32: {0xFFFFFFFF, 0}, gpu.Int32: {0x7FFFFFFF, 0}, gpu.Float32: {0x7F800000, 0},
		gpu.Uint64: {0xFFFFFFFF, 0xFFFFFFFF}, gpu.Int64: {0xFFFFFFFF, 0x7FFFFFFF},
	}
	switch op {
	case opMin, opArgMin:
		return most[typ][0], most[typ][1]
	case opMax, opArgMax:
		return least[typ][0], least[typ][1]
	}
	return 0, 0
}

func scans() []*kind {
	var all []*kind
	add := func(op gpu.Op, typ gpu.Type, by scan.By, keyBytes int) {
		o := scan.Options{Op: op, Type: typ, By: by, KeyBytes: keyBytes}
		all = append(all, &kind{
			op: "scan", name: fmt.Sprintf("%v of %v, %v %d", op, typ, by, keyBytes), singlePass: true,
			make: func(e *engine, tune gpu.Tuning) (released, error) {
				o := o
				o.Tuning = tune
				return scan.New(e.d, o)
			},
			run: func(t *trial, made released) error { return runScan(t, made.(*scan.Scanner), o) },
		})
	}
	for _, typ := range []gpu.Type{gpu.Uint32, gpu.Int32, gpu.Uint64, gpu.Float32} {
		add(gpu.Sum, typ, scan.Whole, 0)
		add(gpu.Sum, typ, scan.Offsets, 0)
	}
	for _, typ := range []gpu.Type{gpu.Float32, gpu.Int32, gpu.Uint64} {
		add(gpu.Min, typ, scan.Whole, 0)
		add(gpu.Max, typ, scan.Flags, 0)
	}
	add(gpu.Max, gpu.Float32, scan.Whole, 0)
	add(gpu.Max, gpu.Int64, scan.Offsets, 0)
	add(gpu.Min, gpu.Float32, scan.Keys, 4)
	add(gpu.Sum, gpu.Uint32, scan.Flags, 0)
	add(gpu.Sum, gpu.Uint64, scan.Flags, 0)
	add(gpu.Sum, gpu.Uint32, scan.Keys, 4)
	add(gpu.Sum, gpu.Uint32, scan.Keys, 8)
	add(gpu.Min, gpu.Uint32, scan.Keys, 8)
	return all
}

func runScan(t *trial, s *scan.Scanner, o scan.Options) error {
	words := o.Type.Bytes() / 4
	t.size(t.e.o.Most)
	inclusive, inPlace := t.flip(), t.flip()
	t.note("inclusive %v, in place %v", inclusive, inPlace)
	values := t.values(o.Type, o.Op == gpu.Sum)
	in := t.put(areaIn, t.most*words, values)
	dst, src := in, in
	if inPlace {
		dst = t.put(areaOut, t.most*words, values)
		src = dst
	} else {
		dst = t.junk(areaOut, t.most*words)
	}
	t.result(dst, t.n, words)
	o.Tuning = t.tune
	bytes, err := scan.ScratchBytes(t.e.d.Caps(), o)
	t.useScratch(s.UseScratch, bytes, err)

	a := args{"op": uint32(o.Op), "type": uint32(o.Type), "by": uint32(o.By), "count": uint32(t.n), "in_from": in.at(), "out_from": dst.at()}
	a["identity_low"], a["identity_high"] = identity(uint32(o.Op), o.Type)
	call := s.Exclusive
	if inclusive {
		a["inclusive"], call = 1, s.Inclusive
	}
	run := func() error { return call(dst.view, src.view, t.count) }
	switch o.By {
	case scan.Flags, scan.Keys:
		by := t.scanHeads(o, a)
		run = func() error {
			if inclusive {
				return s.InclusiveBy(dst.view, src.view, by.view, t.count)
			}
			return s.ExclusiveBy(dst.view, src.view, by.view, t.count)
		}
	case scan.Offsets:
		by, segments, count := t.cuts(0, t.e.o.Most)
		a["segments"], a["cuts_from"] = uint32(segments), by.at()
		run = func() error {
			if inclusive {
				return s.SegmentedInclusive(dst.view, src.view, by.view, count, t.count)
			}
			return s.SegmentedExclusive(dst.view, src.view, by.view, count, t.count)
		}
	}
	if err := t.do(run); err != nil {
		return err
	}
	t.check("scan_check", t.n, a, t.area(areaIn), t.area(areaCuts), t.area(areaOut))
	return nil
}

func (t *trial) scanHeads(o scan.Options, a args) *part {
	made, words := t.spreadArgs(makeFlags, t.most), 1
	if o.By == scan.Keys {
		words = o.KeyBytes / 4
		made["kind"], made["argument"], made["item_words"] = makeRuns, []uint32{0, 1, 7, 5000}[t.r.IntN(4)], uint32(words)
	}
	by := t.put(areaCuts, t.most*words, made)
	a["cuts_from"], a["key_words"] = by.at(), uint32(words)
	return by
}

// histogramKind is one with its bins and the values that its items have.
type histogramKind struct {
	o     scan.HistogramOptions
	items args // kind and argument
	lower uint32
	width uint32
}

func histograms() []*kind {
	var all []*kind
	for _, h := range []histogramKind{
		{scan.HistogramOptions{Type: gpu.Uint32, Bins: 256, Upper: 1 << 32}, args{"kind": makeValues}, 0, 1 << 24},
		{scan.HistogramOptions{Type: gpu.Uint32, Bins: 100, Lower: 1000, Upper: 2000, Outside: true}, args{"kind": makeSmall, "argument": 3000}, 1000, 10},
		{scan.HistogramOptions{Type: gpu.Int32, Bins: 64, Lower: -512, Upper: 512}, args{"kind": makeSmall, "argument": 600}, 0xFFFFFE00, 16},
		{scan.HistogramOptions{Type: gpu.Float32, Bins: 128, Lower: -1024, Upper: 1024, Outside: true}, args{"kind": makeFloats, "argument": 1100}, 0xC4800000, 16},
		{scan.HistogramOptions{Type: gpu.Uint32, Bins: 5000, Upper: 5000, Outside: true}, args{"kind": makeSmall, "argument": 5100}, 0, 1},
		{scan.HistogramOptions{Type: gpu.Int32, Bins: 300, Edges: true, Outside: true}, args{"kind": makeSmall, "argument": 1000}, 0xFFFFFF00, 3},
		{scan.HistogramOptions{Type: gpu.Float32, Bins: 50, Edges: true}, args{"kind": makeFloats, "argument": 400}, 0xFFFFFFF6, 7},
	} {
		all = append(all, &kind{
			op: "histogram", name: fmt.Sprintf("%v, %d bins, edges %v", h.o.Type, h.o.Bins, h.o.Edges),
			make: func(e *engine, tune gpu.Tuning) (released, error) {
				o := h.o
				o.Tuning = tune
				return scan.NewHistogram(e.d, o)
			},
			run: func(t *trial, made released) error { return runHistogram(t, made.(*scan.Histogram), h) },
		})
	}
	return all
}

func runHistogram(t *trial, s *scan.Histogram, h histogramKind) error {
	t.size(t.e.o.Most)
	made := t.spreadArgs(0, t.most)
	maps.Copy(made, h.items)
	words := h.o.Bins
	if h.o.Outside {
		words++
	}
	in, dst := t.put(areaIn, t.most, made), t.junk(areaOut, words)
	t.result(dst, words, 1)
	t.zeroWork(h.o.Bins + 1)
	a := args{"type": uint32(h.o.Type), "in_from": in.at(), "count": uint32(t.n), "bins": uint32(h.o.Bins), "lower": h.lower, "width": h.width}
	run := func() error { return s.HistogramEven(dst.view, in.view, t.count) }
	if h.o.Edges {
		kind := uint32(makeEdges)
		if h.o.Type == gpu.Float32 {
			kind = makeFloatEdges
		}
		edges := t.put(areaCuts, h.o.Bins+1, args{"kind": kind, "argument": h.lower, "period": h.width})
		a["by_edges"], a["cuts_from"] = 1, edges.at()
		run = func() error { return s.HistogramRange(dst.view, in.view, edges.view, t.count) }
	}
	if err := t.do(run); err != nil {
		return err
	}
	t.check("bins_count", t.n, a, t.area(areaIn), t.area(areaCuts), t.area(areaWork))
	t.e.d.StorageBarrier()
	t.check("words_equal", words, args{"out_from": dst.at(), "count": uint32(words)}, t.area(areaOut), t.area(areaWork))
	return nil
}
