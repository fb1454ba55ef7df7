// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"math"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/merge"
)

// ofOthers is the random sequence of the second array of a row: the other array of a merge or a
// set, or what is searched for.
const ofOthers = 10

// sortedHalves are n words in two sorted arrays of about the same size. Words below most are drawn;
// 0 means any.
func sortedHalves(seed int64, n int, most uint32) (a, b []uint32) {
	drawn := func(stream uint32, items int) []uint32 {
		return sorted(each(items, func(i int) uint32 {
			if v := draw(seed, stream, i); most == 0 {
				return v
			} else {
				return v % most
			}
		}))
	}
	return drawn(1, n/2), drawn(ofOthers, n-n/2)
}

// halves puts sorted arrays of n items together in the sources' areas.
func (m maker) halves(j *job, kind string, most uint32) (a, b []uint32, atA, atB gpu.View) {
	a, atA = m.inputAt(j, areaSrc, kind+": the first", func() []uint32 {
		first, _ := sortedHalves(m.seed, m.n, most)
		return first
	})
	b, atB = m.inputAt(j, areaSrcPayload, kind+": the second", func() []uint32 {
		_, second := sortedHalves(m.seed, m.n, most)
		return second
	})
	return a, b, atA, atB
}

// mergeJob merges two sorted arrays of random words that have n items together.
func (m maker) mergeJob() *job {
	j := m.newJob(8 * int64(m.n))
	merger := keepFor(m, j, "merge", func() (*merge.Merger, error) { return merge.NewMerger(m.d, merge.Options{}) })
	a, b, atA, atB := m.halves(j, "merge", 0)
	dst := m.target(j, areaDst, m.n)
	want := m.known(j, "merged", func() []uint32 { return sorted(slices.Concat(a, b)) })
	j.run = func() error { return merger.Merge(dst, atA, atB, gpu.N(len(a)), gpu.N(len(b))) }
	j.check = func() error { return m.expect("merge", dst, want) }
	return j
}

// set is an operation on two sorted arrays: how often an item occurs in the result that occurs so
// often in the first and in the second, and the call.
type set struct {
	name  string
	times func(first, second int) int
	room  func(first, second int) int
	run   func(s *merge.Sets, dst, a, b gpu.View, na, nb gpu.Count) error
}

var (
	unionSet = set{"union", func(first, second int) int { return max(first, second) },
		func(first, second int) int { return first + second }, (*merge.Sets).Union}
	intersectionSet = set{"intersection", func(first, second int) int { return min(first, second) },
		func(first, second int) int { return min(first, second) }, (*merge.Sets).Intersection}
	differenceSet = set{"difference", func(first, second int) int { return max(0, first-second) },
		func(first, _ int) int { return first }, (*merge.Sets).Difference}
)

// of is the result for two sorted arrays.
func (s set) of(a, b []uint32) (out []uint32) {
	for len(a)+len(b) > 0 {
		v := uint32(math.MaxUint32)
		for _, left := range [][]uint32{a, b} {
			if len(left) > 0 {
				v = min(v, left[0])
			}
		}
		first, second := leading(a, v), leading(b, v)
		for range s.times(first, second) {
			out = append(out, v)
		}
		a, b = a[first:], b[second:]
	}
	return out
}

// leading is how many of the first items are v.
func leading(in []uint32, v uint32) int {
	n := 0
	for n < len(in) && in[n] == v {
		n++
	}
	return n
}

// setJob makes a set of two sorted arrays of n/2 items of n values.
func setJob(s set) func(m maker) *job {
	return func(m maker) *job {
		j := m.newJob(0)
		sets := keepTuned(m, j, "sets", func() (*merge.Sets, error) { return merge.NewSets(m.d, merge.Options{Tuning: m.tune}) })
		a, b, atA, atB := m.halves(j, "sets", uint32(max(1, m.n)))
		dst := m.target(j, areaDst, s.room(len(a), len(b)))
		want := m.known(j, s.name, func() []uint32 { return s.of(a, b) })
		j.row.Bytes = 4 * int64(m.n+len(want))
		j.run = func() error { return s.run(sets, dst, atA, atB, gpu.N(len(a)), gpu.N(len(b))) }
		j.check = func() error {
			word, _ := sets.Result().Word()
			return errors.Join(m.expect(s.name+": the number", word, []uint32{uint32(len(want))}), m.expect(s.name, dst, want))
		}
		return j
	}
}

// boundJob searches for n random words in n sorted ones.
func boundJob(name string, search func(s *merge.Searcher, dst, sorted, queries gpu.View, items, n gpu.Count) error, after bool) func(m maker) *job {
	return func(m maker) *job {
		j := m.newJob(12 * int64(m.n))
		s := keepFor(m, j, "bounds", func() (*merge.Searcher, error) { return merge.NewSearcher(m.d, merge.Options{}) })
		in, src := m.inputAt(j, areaSrc, "words in order", func() []uint32 { return sorted(words(m.seed, m.n)) })
		queries, at := m.inputAt(j, areaSrcPayload, "queries", func() []uint32 {
			return each(m.n, func(i int) uint32 { return draw(m.seed, ofOthers, i) })
		})
		dst := m.target(j, areaDst, m.n)
		want := m.known(j, name, func() []uint32 {
			return each(m.n, func(i int) uint32 {
				place, found := slices.BinarySearch(in, queries[i])
				for after && found && place < len(in) && in[place] == queries[i] {
					place++
				}
				return uint32(place)
			})
		})
		j.run = func() error { return search(s, dst, src, at, gpu.N(m.n), gpu.N(m.n)) }
		j.check = func() error { return m.expect(name, dst, want) }
		return j
	}
}
