// SPDX-License-Identifier: MIT

package main

import (
	"math"
	"slices"

	"github.com/combgl/comb/compact"
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/reduce"
	"github.com/combgl/comb/scan"
)

// bins is the number of a histogram's, and manyBins that of one whose bins do not fit in shared
// memory.
const (
	bins     = 256
	manyBins = bins * bins
)

// task is an operation on random words with one result. It has run, or segmented if the input has
// segments.
type task[T tuned] struct {
	name      string // of the operation in the pool, and in errors
	bytes     int    // that the operation must move for each word of the input
	written   int    // and for each word of the result
	room      int    // words of dst, if it must have more than the result
	make      func() (T, error)
	want      func(in []uint32) []uint32 // of the input, or of one segment
	run       func(op T, dst, src gpu.View, n gpu.Count) error
	segmented func(op T, dst, src, offsets gpu.View, segments, n gpu.Count) error
	short     bool // segments of at most mostShort items
}

// of makes the job of a task.
func of[T tuned](m maker, t task[T]) *job {
	j := m.newJob(0)
	op := keepTuned(m, j, t.name, t.make)
	in, src := m.random(j)
	offsets, at := []uint32{0, uint32(m.n)}, gpu.View{}
	if t.segmented != nil {
		offsets, at = m.segments(j)
		if t.short {
			offsets, at = m.shortSegments(j)
		}
	}
	want := m.known(j, t.name, func() (all []uint32) {
		for i := range len(offsets) - 1 {
			all = append(all, t.want(in[offsets[i]:offsets[i+1]])...)
		}
		return all
	})
	j.row.Bytes = int64(t.bytes*m.n + t.written*len(want))
	dst := m.target(j, areaDst, max(t.room, len(want)))
	j.run = func() error {
		if t.segmented != nil {
			return t.segmented(op, dst, src, at, gpu.N(len(offsets)-1), gpu.N(m.n))
		}
		return t.run(op, dst, src, gpu.N(m.n))
	}
	j.check = func() error { return m.expect(t.name, dst, want) }
	return j
}

func sum(in []uint32) []uint32 { return []uint32{total(in)} }

func (m maker) scanJob() *job {
	return of(m, task[*scan.Scanner]{name: "scan", bytes: 8, want: exclusive, run: (*scan.Scanner).Exclusive,
		make: func() (*scan.Scanner, error) { return scan.New(m.d, scan.Options{Tuning: m.tune}) }})
}

func (m maker) reduceJob() *job {
	return of(m, task[*reduce.Reducer]{name: "reduce", bytes: 4, want: sum, run: (*reduce.Reducer).Reduce,
		make: func() (*reduce.Reducer, error) { return reduce.New(m.d, reduce.Options{Tuning: m.tune}) }})
}

// gatherSumJob sums up words at random indices.
func (m maker) gatherSumJob() *job {
	j := m.newJob(0)
	r := keepTuned(m, j, "gathersum", func() (*reduce.Reducer, error) {
		return reduce.New(m.d, reduce.Options{Input: gpu.InputGathered, Tuning: m.tune})
	})
	in, src := m.random(j)
	indices, at := m.inputAt(j, areaSrcPayload, "random indices", func() []uint32 {
		return each(m.n, func(i int) uint32 { return draw(m.seed, 9, i) % uint32(m.n) })
	})
	want := m.known(j, "gathersum", func() []uint32 {
		sum := uint32(0)
		for _, i := range indices {
			sum += in[i]
		}
		return []uint32{sum}
	})
	j.row.Bytes = int64(8 * m.n)
	dst := m.target(j, areaDst, 1)
	j.run = func() error {
		r.SetIndices(at)
		return r.Reduce(dst, src, gpu.N(m.n))
	}
	j.check = func() error { return m.expect("gathersum", dst, want) }
	return j
}

func (m maker) segmentedScanJob() *job {
	return of(m, task[*scan.Scanner]{name: "segscan", bytes: 8, want: exclusive, segmented: (*scan.Scanner).SegmentedExclusive,
		make: func() (*scan.Scanner, error) { return scan.New(m.d, scan.Options{By: scan.Offsets, Tuning: m.tune}) }})
}

func (m maker) segmentedReduceJob() *job {
	return of(m, task[*reduce.Reducer]{name: "segreduce", bytes: 4, want: sum, segmented: (*reduce.Reducer).SegmentedReduce,
		make: func() (*reduce.Reducer, error) {
			return reduce.New(m.d, reduce.Options{Segmented: true, Tuning: m.tune})
		}})
}

func (m maker) segmentedSortJob() *job {
	return of(m, task[*radix.Sorter]{name: "segsort", bytes: 8, want: sorted,
		make: func() (*radix.Sorter, error) { return radix.New(m.d, radix.Options{Tuning: m.tune}) },
		segmented: func(s *radix.Sorter, dst, src, at gpu.View, segments, n gpu.Count) error {
			return s.SegmentedSort(dst, gpu.View{}, src, gpu.View{}, 0, at, segments, n)
		}})
}

func (m maker) shortSegmentsJob() *job {
	return of(m, task[*radix.Sorter]{name: "shortsegs", bytes: 8, want: sorted, short: true,
		make: func() (*radix.Sorter, error) {
			return radix.New(m.d, radix.Options{LongestSegment: mostShort, Tuning: m.tune})
		},
		segmented: func(s *radix.Sorter, dst, src, at gpu.View, segments, n gpu.Count) error {
			return s.SegmentedSort(dst, gpu.View{}, src, gpu.View{}, 0, at, segments, n)
		}})
}

func (m maker) argMaxJob() *job {
	return of(m, task[*reduce.Reducer]{name: "argmax", bytes: 4, run: (*reduce.Reducer).Reduce,
		make: func() (*reduce.Reducer, error) {
			return reduce.New(m.d, reduce.Options{Op: reduce.ArgMax, Tuning: m.tune})
		},
		want: func(in []uint32) []uint32 {
			if len(in) == 0 {
				return []uint32{0, math.MaxUint32}
			}
			at := slices.Index(in, slices.Max(in))
			return []uint32{in[at], uint32(at)}
		}})
}

func (m maker) histogramJob() *job {
	return of(m, task[*scan.Histogram]{name: "histogram", bytes: 4, run: (*scan.Histogram).HistogramEven,
		make: func() (*scan.Histogram, error) {
			return scan.NewHistogram(m.d, scan.HistogramOptions{Bins: bins, Upper: 1 << 32, Tuning: m.tune})
		},
		want: func(in []uint32) []uint32 {
			want := make([]uint32, bins)
			for _, v := range in {
				want[v>>24]++
			}
			return want
		}})
}

// countJob is a histogram in the general form. at returns the bin and the weight of a word and of
// the second word beside it.
func (m maker) countJob(name string, o scan.HistogramOptions, at func(x, y uint32) (bin int, weight uint32)) *job {
	j := m.newJob(0)
	o.Tuning = m.tune
	h := keepTuned(m, j, name, func() (*scan.Histogram, error) { return scan.NewHistogram(m.d, o) })
	in, src := m.random(j)
	c := scan.HistogramCall{Src: src, N: gpu.N(m.n)}
	more := in
	j.row.Bytes = int64(4 * m.n)
	if o.Weighted || o.Y.Bins > 0 {
		j.row.Bytes *= 2
		var v gpu.View
		more, v = m.inputAt(j, areaSrcPayload, "second words", func() []uint32 {
			return each(m.n, func(i int) uint32 { return draw(m.seed, 9, i) })
		})
		if o.Weighted {
			c.Weights = v
		} else {
			c.Y = v
		}
	}
	want := m.known(j, name, func() []uint32 {
		sums := make([]uint32, o.Bins*max(1, o.Y.Bins))
		for i, x := range in {
			bin, weight := at(x, more[i])
			sums[bin] += weight
		}
		return sums
	})
	j.row.Bytes += int64(4 * len(want))
	c.Dst = m.target(j, areaDst, len(want))
	j.run = func() error { return h.Count(c) }
	j.check = func() error { return m.expect(name, c.Dst, want) }
	return j
}

func (m maker) manyBinsJob() *job {
	return m.countJob("manybins", scan.HistogramOptions{Bins: manyBins, Upper: 1 << 32},
		func(x, _ uint32) (int, uint32) { return int(x >> 16), 1 })
}

func (m maker) weightedJob() *job {
	return m.countJob("weighted", scan.HistogramOptions{Bins: bins, Upper: 1 << 32, Weighted: true},
		func(x, y uint32) (int, uint32) { return int(x >> 24), y })
}

func (m maker) pairsOfBinsJob() *job {
	o := scan.HistogramOptions{Bins: bins, Upper: 1 << 32, Y: scan.Axis{Bins: bins, Upper: 1 << 32}}
	return m.countJob("histogram2d", o, func(x, y uint32) (int, uint32) { return int(x>>24<<8 | y>>24), 1 })
}

// predicateJob keeps the odd words by a predicate of the caller's.
func (m maker) predicateJob() *job {
	return of(m, task[*compact.Compactor]{name: "predicate", bytes: 4, written: 4, room: m.n, run: (*compact.Compactor).Compact,
		make: func() (*compact.Compactor, error) {
			return compact.New(m.d, compact.Options{Predicate: "bool keep(uint v) { return (v & 1u) == 1u; }", Record: "uint", Tuning: m.tune})
		},
		want: func(in []uint32) []uint32 {
			return slices.DeleteFunc(slices.Clone(in), func(v uint32) bool { return v&1 == 0 })
		}})
}

// segments are offsets of segments of 64 items on average, the lengths random.
func (m maker) segments(j *job) (offsets []uint32, v gpu.View) {
	return m.inputAt(j, areaSrcPayload, "offsets", func() []uint32 {
		if m.n == 0 {
			return []uint32{0, 0}
		}
		inner := each(m.n/64, func(i int) uint32 { return mixed(uint32(i)) % uint32(m.n+1) })
		return sorted(append(inner, 0, uint32(m.n)))
	})
}

// mostShort is the most items of shortSegments.
const mostShort = 127

// shortSegments are offsets of segments of 64 items on average and 1 to mostShort, the lengths
// random.
func (m maker) shortSegments(j *job) (offsets []uint32, v gpu.View) {
	return m.inputAt(j, areaSrcPayload, "offsets of short segments", func() []uint32 {
		if m.n == 0 {
			return []uint32{0, 0}
		}
		all := each(m.n/64+1, func(i int) uint32 {
			if i == 0 {
				return 0
			}
			return uint32(i*64) - mixed(uint32(i))%64
		})
		if all[len(all)-1] < uint32(m.n) {
			all = append(all, uint32(m.n))
		}
		return all
	})
}

// offsetsOf is how many offsets there are at most.
func offsetsOf(n int) int { return n/64 + 2 }
