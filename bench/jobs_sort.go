// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/merge"
	"github.com/combgl/comb/radix"
)

// keysAt puts the cell's keys in the source's area.
func (m maker) keysAt(j *job) (in []uint32, src gpu.View) {
	m.payload = none // the keys are the same with one
	return m.inputAt(j, areaSrc, "keys", func() []uint32 { return keys(m.seed, m.n, m.bits, m.dist) })
}

// order is the order of the keys, and the keys in it.
func (m maker) order(j *job, in []uint32) (at, sorted []uint32) {
	m.payload = none
	at = m.known(j, "order", func() []uint32 { return order(in, m.bits) })
	return at, m.known(j, "keys in order", func() []uint32 { return take(in, at) })
}

// indices are a payload of each key's place, so that the stable order is what it must be
// afterwards.
func (m maker) indices(j *job) gpu.View {
	m.bits, m.dist = none, ""
	_, v := m.inputAt(j, areaSrcPayload, "indices", func() []uint32 { return each(m.n, func(i int) uint32 { return uint32(i) }) })
	return v
}

func (m maker) sortJob() *job {
	return m.sortBy("sort", radix.Options{Bits: m.bits, Tuning: m.tune})
}

// resortJob sorts pairs with a look whether they are in order already.
func (m maker) resortJob() *job {
	return m.sortBy("resort", radix.Options{Bits: m.bits, SkipSorted: true, Tuning: m.tune})
}

func (m maker) sortBy(what string, o radix.Options) *job {
	passes, pairs := int64(m.bits+7)/8, m.payload > 0
	j := m.newJob(passes * 8 * int64(m.n))
	s := keepSorter(m, j, fmt.Sprint(what, m.bits), useOf(pairs), func() (*radix.Sorter, error) {
		s, err := radix.New(m.d, o)
		if err == nil {
			s.UseScratch(m.pool.scratch)
		}
		return s, err
	})
	in, src := m.keysAt(j)
	dst := m.target(j, areaDst, m.n)
	var payload, to gpu.View
	if pairs {
		j.row.Bytes *= 2
		payload, to = m.indices(j), m.target(j, areaDstPayload, m.n)
	}
	j.run = func() error {
		if pairs {
			return s.SortPairs(dst, to, src, payload, gpu.N(m.n))
		}
		return s.SortKeys(dst, src, gpu.N(m.n))
	}
	want, inOrder := m.order(j, in)
	j.check = func() error {
		if err := m.expect(what+": keys", dst, inOrder); err != nil || !pairs {
			return err
		}
		return m.expect(what+": payload", to, want)
	}
	return j
}

// argsortJob reads the keys and writes only indices.
func (m maker) argsortJob() *job {
	j := m.newJob(int64(m.bits+7) / 8 * 8 * int64(m.n))
	s := keepSorter(m, j, fmt.Sprint("argsort", m.bits), radix.ForIndices, func() (*radix.Sorter, error) {
		s, err := radix.New(m.d, radix.Options{Bits: m.bits, Tuning: m.tune})
		if err == nil {
			s.UseScratch(m.pool.scratch)
		}
		return s, err
	})
	in, src := m.keysAt(j)
	to := m.target(j, areaDstPayload, m.n)
	j.run = func() error { return s.SortIndices(to, src, gpu.N(m.n)) }
	want, _ := m.order(j, in)
	j.check = func() error { return m.expect("argsort", to, want) }
	return j
}

// mergeSortJob sorts by a comparison of the same bits of the key.
func (m maker) mergeSortJob() *job {
	steps := int64(1 + bits.Len(uint(max(0, m.n-1)/4096))) // tiles of 4,096 keys, then doublings
	j := m.newJob(steps * 8 * int64(m.n))
	s := keepFor(m, j, fmt.Sprint("mergesort", m.bits), func() (*merge.Sorter, error) {
		mask := uint32(1)<<m.bits - 1 // 2^32 - 1 for 32 bits
		return merge.NewSorter(m.d, merge.Options{
			Less: fmt.Sprintf("bool less(uint a, uint b) { return (a & %du) < (b & %du); }", mask, mask), Item: "uint", Bytes: 4,
		})
	})
	in, src := m.keysAt(j)
	dst := m.target(j, areaDst, m.n)
	want, inOrder := m.order(j, in)
	if m.payload <= 0 {
		j.run = func() error { return s.SortKeys(dst, src, gpu.N(m.n)) }
		j.check = func() error { return m.expect("mergesort: keys", dst, inOrder) }
		return j
	}
	j.row.Bytes *= 2
	payload, to := m.indices(j), m.target(j, areaDstPayload, m.n)
	j.run = func() error {
		return s.SortPairs(merge.Pairs{Keys: dst, Payload: to}, merge.Pairs{Keys: src, Payload: payload}, gpu.N(m.n))
	}
	j.check = func() error {
		if err := m.expect("mergesort: keys", dst, inOrder); err != nil {
			return err
		}
		return m.expect("mergesort: payload", to, want)
	}
	return j
}

const topK = 1000

func (m maker) topKJob() *job {
	return m.topKBy("topk", radix.Options{Bits: m.bits, Tuning: m.tune})
}

// firstOfSegment is how many keys of each segment segmentedTopKJob finds.
const firstOfSegment = 8

// segmentedTopKJob finds the first keys of each segment, and their indices.
func (m maker) segmentedTopKJob() *job {
	j := m.newJob(0)
	s := keepTuned(m, j, "segtopk", func() (*radix.Sorter, error) { return radix.New(m.d, radix.Options{Tuning: m.tune}) })
	in, src := m.random(j)
	offsets, at := m.segments(j)
	segments := len(offsets) - 1
	places := firstOfSegment * segments
	dst, to := m.target(j, areaDst, places), m.target(j, areaDstPayload, places)
	indices := m.known(j, "segtopk indices", func() []uint32 {
		all := slices.Clone(m.pool.poisons(places))
		for k := range segments {
			order := each(int(offsets[k+1]-offsets[k]), func(i int) uint32 { return offsets[k] + uint32(i) })
			slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(in[a], in[b]) })
			for r, i := range order[:min(firstOfSegment, len(order))] {
				all[k*firstOfSegment+r] = i
			}
		}
		return all
	})
	keys := m.known(j, "segtopk", func() []uint32 {
		all := slices.Clone(indices)
		for place, i := range all {
			if i != poison {
				all[place] = in[i]
			}
		}
		return all
	})
	j.row.Bytes = 4*int64(m.n) + 8*int64(places)
	j.run = func() error {
		return s.SegmentedTopK(dst, to, src, firstOfSegment, at, gpu.N(segments), gpu.N(m.n))
	}
	j.check = func() error {
		return errors.Join(m.expect("segtopk: keys", dst, keys), m.expect("segtopk: indices", to, indices))
	}
	return j
}

// searchJob finds the first keys by search, as a program with millions of them would: fewer are
// sorted as a whole.
func (m maker) searchJob() *job {
	return m.topKBy("search", radix.Options{Bits: m.bits, SearchAbove: m.n / 2, Tuning: m.tune})
}

func (m maker) topKBy(what string, o radix.Options) *job {
	k := min(topK, m.n)
	j := m.newJob(4 * int64(m.n))
	s := keepTuned(m, j, fmt.Sprint(what, m.bits), func() (*radix.Sorter, error) { return radix.New(m.d, o) })
	in, src := m.keysAt(j)
	dst, to := m.target(j, areaDst, k), m.target(j, areaDstPayload, k)
	j.run = func() error { return s.TopK(dst, to, src, k, gpu.N(m.n)) }
	want, inOrder := m.order(j, in)
	j.check = func() error {
		return errors.Join(m.expect("topk: keys", dst, inOrder[:k]), m.expect("topk: indices", to, want[:k]))
	}
	return j
}
