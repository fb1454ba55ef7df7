// SPDX-License-Identifier: MIT

package main

import (
	"math"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

func (m maker) scanJob() (*job, error) {
	j := m.newJob(8 * int64(m.n))
	s, err := keepTuned(m, j, "scan", func() (*scan.Scanner, error) { return scan.New(m.d, scan.Options{Tuning: m.tune}) })
	if err != nil {
		return j, err
	}
	in, src, err := m.random()
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, m.n)
	want := m.known("scan", func() []uint32 { return exclusive(in) })
	j.run = func() error { return s.Exclusive(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("scan", dst, want) }
	return j, err
}

func (m maker) reduceJob() (*job, error) {
	j := m.newJob(4 * int64(m.n))
	r, err := keepTuned(m, j, "reduce", func() (*reduce.Reducer, error) {
		return reduce.New(m.d, reduce.Options{Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in, src, err := m.random()
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, 1)
	want := m.known("sum", func() []uint32 { return []uint32{total(in)} })
	j.run = func() error { return r.Reduce(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("reduce", dst, want) }
	return j, err
}

// segments are offsets of segments of 64 items on average, the lengths random.
func (m maker) segments() (offsets []uint32, v gpu.View, err error) {
	return m.inputAt(areaSrcPayload, "offsets", func() []uint32 {
		if m.n == 0 {
			return []uint32{0, 0}
		}
		inner := each(m.n/64, func(i int) uint32 { return mixed(uint32(i)) % uint32(m.n+1) })
		return sorted(append(inner, 0, uint32(m.n)))
	})
}

// offsetsOf is how many offsets there are at most.
func offsetsOf(n int) int { return n/64 + 2 }

func (m maker) segmentedScanJob() (*job, error) {
	j := m.newJob(8 * int64(m.n))
	s, err := keepTuned(m, j, "segscan", func() (*scan.Scanner, error) {
		return scan.New(m.d, scan.Options{By: scan.Offsets, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in, src, err := m.random()
	if err != nil {
		return j, err
	}
	offsets, at, err := m.segments()
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, m.n)
	want := m.known("segscan", func() (want []uint32) {
		for i := range len(offsets) - 1 {
			want = append(want, exclusive(in[offsets[i]:offsets[i+1]])...)
		}
		return want
	})
	j.run = func() error { return s.ExclusiveSegments(dst, src, at, gpu.N(len(offsets)-1), gpu.N(m.n)) }
	j.check = func() error { return m.expect("segscan", dst, want) }
	return j, err
}

func (m maker) segmentedReduceJob() (*job, error) {
	j := m.newJob(4 * int64(m.n))
	r, err := keepTuned(m, j, "segreduce", func() (*reduce.Reducer, error) {
		return reduce.New(m.d, reduce.Options{Segmented: true, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in, src, err := m.random()
	if err != nil {
		return j, err
	}
	offsets, at, err := m.segments()
	if err != nil {
		return j, err
	}
	dst, err := m.target(areaDst, len(offsets)-1)
	want := m.known("segreduce", func() []uint32 {
		return each(len(offsets)-1, func(i int) uint32 { return total(in[offsets[i]:offsets[i+1]]) })
	})
	j.run = func() error { return r.Segments(dst, src, at, gpu.N(len(offsets)-1), gpu.N(m.n)) }
	j.check = func() error { return m.expect("segreduce", dst, want) }
	return j, err
}

func (m maker) argMaxJob() (*job, error) {
	j := m.newJob(4 * int64(m.n))
	r, err := keepTuned(m, j, "argmax", func() (*reduce.Reducer, error) {
		return reduce.New(m.d, reduce.Options{Op: reduce.ArgMax, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in, src, err := m.random()
	if err != nil {
		return j, err
	}
	dst := m.pool.pair
	err = m.pool.poisoned(dst)
	want := m.known("argmax", func() []uint32 {
		want := []uint32{0, math.MaxUint32}
		for i, v := range in {
			if want[1] == math.MaxUint32 || v > want[0] {
				want = []uint32{v, uint32(i)}
			}
		}
		return want
	})
	j.run = func() error { return r.Reduce(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("argmax", dst, want) }
	return j, err
}

func (m maker) histogramJob() (*job, error) {
	const bins = 256
	j := m.newJob(4 * int64(m.n))
	h, err := keepTuned(m, j, "histogram", func() (*scan.Histogram, error) {
		return scan.NewHistogram(m.d, scan.HistogramOptions{Bins: bins, Upper: 1 << 32, Tuning: m.tune})
	})
	if err != nil {
		return j, err
	}
	in, src, err := m.random()
	if err != nil {
		return j, err
	}
	dst := m.pool.bins
	err = m.pool.poisoned(dst)
	want := m.known("histogram", func() []uint32 {
		want := make([]uint32, bins)
		for _, v := range in {
			want[v>>24]++
		}
		return want
	})
	j.run = func() error { return h.Count(dst, src, gpu.N(m.n)) }
	j.check = func() error { return m.expect("histogram", dst, want) }
	return j, err
}
