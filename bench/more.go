// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"sync"

	"github.com/combgl/comb/bench/result"
	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// prepared is what most rows need: the input and a poisoned output of so many words.
func (m maker) prepared(in []uint32, out int) (src, dst gpu.View, err error) {
	if src, err = m.words(areaSrc, in); err != nil {
		return src, dst, err
	}
	dst, err = m.target(areaDst, out)
	return src, dst, err
}

// resortJob sorts pairs with a look whether they are in order already.
func (m maker) resortJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "resort", Kept: -1, KeyBits: 32, PayloadBytes: 4, Bytes: 64 * int64(m.n), Dist: m.pattern}}
	s, err := keepTuned(m, j, "resort", func() (*radix.Sorter, error) {
		s, err := radix.New(m.d, radix.Options{SkipSorted: true, Tuning: m.tune})
		if err == nil {
			s.Lend(m.pool.scratch)
		}
		return s, err
	})
	if err != nil {
		return j, err
	}
	keys := m.data(100)
	src, dst, err := m.prepared(keys, m.n)
	if err != nil {
		return j, err
	}
	payload, err := m.words(areaSrcPayload, each(m.n, func(i int) uint32 { return uint32(i) }))
	if err != nil {
		return j, err
	}
	to, err := m.target(areaDstPayload, m.n)
	j.run = func() error { return s.Pairs(dst, to, src, payload, gpu.N(m.n)) }
	want := sync.OnceValue(func() []uint32 { return order(keys, 32) })
	j.check = func() error {
		if err := m.expect("resort: keys", dst, take(keys, want())); err != nil {
			return err
		}
		return m.expect("resort: payload", to, want())
	}
	return j, err
}

const topK = 1000

func (m maker) topKJob() (*job, error) {
	k := min(topK, m.n)
	j := &job{row: result.Row{N: m.n, Op: "topk", Kept: -1, KeyBits: 32, Bytes: 4 * int64(m.n), Dist: m.pattern}}
	s, err := keepTuned(m, j, "topk", func() (*radix.Sorter, error) { return radix.New(m.d, radix.Options{Tuning: m.tune}) })
	if err != nil {
		return j, err
	}
	keys := m.data(100)
	src, dst, err := m.prepared(keys, k)
	if err != nil {
		return j, err
	}
	to, err := m.target(areaDstPayload, k)
	j.run = func() error { return s.TopK(dst, to, src, k, gpu.N(m.n)) }
	want := sync.OnceValue(func() []uint32 { return order(keys, 32)[:k] })
	j.check = func() error {
		if err := m.expect("topk: keys", dst, take(keys, want())); err != nil {
			return err
		}
		return m.expect("topk: indices", to, want())
	}
	return j, err
}

// segments are offsets of segments of 64 items on average, the lengths random.
func (m maker) segments() (offsets []uint32, v gpu.View, err error) {
	offsets = each(m.n/64+1, func(i int) uint32 { return mixed(uint32(i)) % uint32(m.n+1) })
	offsets = sorted(append(offsets, 0, uint32(m.n)))
	if len(offsets) > m.pool.most { // a handful of items: one segment
		offsets = []uint32{0, uint32(m.n)}[:min(2, m.pool.most)]
	}
	v, err = m.words(areaSrcPayload, offsets)
	return offsets, v, err
}

func mixed(x uint32) uint32 {
	x = (x ^ x>>16) * 0x7FEB352D
	x = (x ^ x>>15) * 0x846CA68B
	return x ^ x>>16
}

func (m maker) segmentedSortJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "segsort", Kept: -1, KeyBits: 32, Bytes: 32 * int64(m.n)}}
	s, err := keepTuned(m, j, "segsort", func() (*radix.Sorter, error) { return radix.New(m.d, radix.Options{Tuning: m.tune}) })
	if err != nil {
		return j, err
	}
	keys := words(m.seed, m.n, 100)
	src, dst, err := m.prepared(keys, m.n)
	if err != nil {
		return j, err
	}
	offsets, at, err := m.segments()
	none := gpu.View{}
	j.run = func() error {
		return s.Segments(dst, none, src, none, 0, at, gpu.N(len(offsets)-1), gpu.N(m.n))
	}
	want := sync.OnceValue(func() []uint32 {
		var out []uint32
		for i := range len(offsets) - 1 {
			out = append(out, sorted(keys[offsets[i]:offsets[i+1]])...)
		}
		return out
	})
	j.check = func() error { return m.expect("segsort", dst, want()) }
	return j, err
}

func (m maker) segmentedScanJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "segscan", Kept: -1, KeyBits: -1, Bytes: 8 * int64(m.n)}}
	s, err := keepTuned(m, j, "segscan", func() (*scan.Scanner, error) {
		return scan.New(m.d, scan.Options{By: scan.Offsets, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in := words(m.seed, m.n, 100)
	src, dst, err := m.prepared(in, m.n)
	if err != nil {
		return j, err
	}
	offsets, at, err := m.segments()
	j.run = func() error { return s.ExclusiveSegments(dst, src, at, gpu.N(len(offsets)-1), gpu.N(m.n)) }
	j.check = func() error {
		var want []uint32
		for i := range len(offsets) - 1 {
			want = append(want, exclusive(in[offsets[i]:offsets[i+1]])...)
		}
		return m.expect("segscan", dst, want)
	}
	return j, err
}

func (m maker) segmentedReduceJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "segreduce", Kept: -1, KeyBits: -1, Bytes: 4 * int64(m.n)}}
	r, err := keepTuned(m, j, "segreduce", func() (*reduce.Reducer, error) {
		return reduce.New(m.d, reduce.Options{Segmented: true, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in := words(m.seed, m.n, 100)
	offsets, at, err := m.segments()
	if err != nil {
		return j, err
	}
	src, dst, err := m.prepared(in, len(offsets)-1)
	j.run = func() error { return r.Segments(dst, src, at, gpu.N(len(offsets)-1), gpu.N(m.n)) }
	j.check = func() error {
		var want []uint32
		for i := range len(offsets) - 1 {
			want = append(want, total(in[offsets[i]:offsets[i+1]])...)
		}
		return m.expect("segreduce", dst, want)
	}
	return j, err
}

func (m maker) argMaxJob() (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "argmax", Kept: -1, KeyBits: -1, Bytes: 4 * int64(m.n)}}
	r, err := keepTuned(m, j, "argmax", func() (*reduce.Reducer, error) {
		return reduce.New(m.d, reduce.Options{Op: reduce.ArgMax, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in := words(m.seed, m.n, 100)
	src, err := m.words(areaSrc, in)
	if err != nil {
		return j, err
	}
	dst := m.pool.pair
	if err := gpu.Upload(m.d, dst, []uint32{poison, poison}); err != nil {
		return j, err
	}
	j.run = func() error { return r.Reduce(dst, src, gpu.N(m.n)) }
	j.check = func() error {
		want := []uint32{0, math.MaxUint32}
		for i, v := range in {
			if want[1] == math.MaxUint32 || v > want[0] {
				want = []uint32{v, uint32(i)}
			}
		}
		return m.expect("argmax", dst, want)
	}
	return j, nil
}

func (m maker) histogramJob() (*job, error) {
	const bins = 256
	j := &job{row: result.Row{N: m.n, Op: "histogram", Kept: -1, KeyBits: -1, Bytes: 4 * int64(m.n)}}
	h, err := keepTuned(m, j, "histogram", func() (*scan.Histogram, error) {
		return scan.NewHistogram(m.d, scan.HistogramOptions{Bins: bins, Upper: 1 << 32, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in := words(m.seed, m.n, 100)
	src, err := m.words(areaSrc, in)
	dst := m.pool.bins
	j.run = func() error { return h.Count(dst, src, gpu.N(m.n)) }
	j.check = func() error {
		want := make([]uint32, bins)
		for _, v := range in {
			want[v>>24]++
		}
		return m.expect("histogram", dst, want)
	}
	return j, err
}

func (m maker) partitionJob(kept int) (*job, error) {
	j := &job{row: result.Row{N: m.n, Op: "partition", Kept: kept, KeyBits: -1, Bytes: 8 * int64(m.n)}}
	c, err := keepTuned(m, j, "partition", func() (*compact.Compactor, error) {
		return compact.New(m.d, compact.Options{Classes: 2, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in := words(m.seed, m.n, kept)
	src, dst, err := m.prepared(in, m.n)
	j.run = func() error { return c.Partition(dst, src, gpu.N(m.n)) }
	j.check = func() error {
		want := nonzero(in)
		return m.expect("partition", dst, append(want, make([]uint32, m.n-len(want))...))
	}
	return j, err
}
