// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
)

// topKParts is the scratch for the first k of n. It is pure.
func (o Options) topKParts(l layout, k, n, room int) scratchParts {
	return o.topKPartsOf(l, k, n, room, o.samples(l.shape, k, n, room))
}

// topKPartsOf is topKParts with or without room for a sample.
func (o Options) topKPartsOf(l layout, k, n, room int, sampled bool) scratchParts {
	sample := 0
	if sampled {
		sample = o.sampleBytes(l.shape, k, n)
	}
	if !o.searches(k, n) {
		s := o.scratchParts(l, ForIndices, n)
		s.spare, s.index = s.keys, 4*n // the sorted keys are in spare, their indices here, until the first k are copied
		s.sample = sample
		return s
	}
	s, key := o.plain().scratchParts(l, ForPairs, k), keyTypes[o.Type]
	s.wide, s.sample = 0, sample
	if key.perWord > 1 || o.byItems() {
		s.wide, s.spare = 4*n*key.words, 4*room*key.words
	}
	if o.narrows(l.shape, k, n, room) {
		s.candidates, s.candidateIndex, s.positions = 4*n*key.words, 4*n, 4*k
	}
	return s
}

// mostTopK is the most scratch of the calls for the first k of up to n keys. It is pure. A call
// takes more memory for more keys, but less where another method begins. So the most is at n or at
// the last size of a method. A sample counts wherever it may be taken.
func (o Options) mostTopK(l layout, k, n int, partial bool) (most int) {
	add := func(n int) {
		k, room := min(k, n), roomOf(k, n, partial)
		most = max(most, o.topKPartsOf(l, k, n, room, o.maySample(l.shape, k, n, room)).total())
	}
	for _, last := range [...]int{n, max(o.searchAbove(), 2*k-1, 0), candidatesMost(o.Type), softwareSampled, mostFound} {
		add(min(n, last))
	}
	for i := range bits.Len(uint(n)) { // a sample has other sizes from a power of two on
		add(1<<i - 1)
	}
	return most
}

// TopKScratchBytes returns the memory in bytes that TopK, or with partial PartialSort, works in for
// the first k of up to n keys: the most of all such calls. A call with more keys may need less, as
// a search keeps few keys. With the default options 2^20 keys are sorted as a whole, in 19 MB. The
// candidates of 2^26 keys of a word take 0.5 GB. It is pure. Errors: those of New that need no
// device; gpu.ErrCount for k or n outside 0 to gpu.MaxItems; gpu.ErrArgument for keys of 128 bits.
func TopKScratchBytes(c gpu.Caps, o Options, k, n int, partial bool) (int, error) {
	o, err := o.withDefaults("TopKScratchBytes")
	if err != nil {
		return 0, err
	}
	if err := checkK("TopKScratchBytes", k); err != nil {
		return 0, err
	}
	if n < 0 || n > gpu.MaxItems {
		return 0, fmt.Errorf("radix: TopKScratchBytes: n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
	}
	if err := o.noWide("TopKScratchBytes"); err != nil {
		return 0, err
	}
	return o.most(c, func(l layout) int { return o.mostTopK(l, k, n, partial) })
}

func roomOf(k, n int, partial bool) int {
	if partial {
		return n
	}
	return min(k, n)
}
