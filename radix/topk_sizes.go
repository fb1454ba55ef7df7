// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// topKSizes is pure: the scratch for the first k of n.
func (o Options) topKSizes(l layout, k, n, room int) sizes {
	sample := 0
	if o.samples(l.shape, k, n, room) {
		sample = o.sampleBytes(l.shape, k, n)
	}
	if !o.searches(k, n) {
		s := o.sizes(l, ForIndices, n)
		s.spare, s.index = s.keys, 4*n // the sorted keys are in spare, their indices here, until the first k are copied
		s.sample = sample
		return s
	}
	s, key := o.plain().sizes(l, ForPairs, k), keyTypes[o.Type]
	s.wide, s.sample = 0, sample
	if key.perWord > 1 || o.byItems() {
		s.wide, s.spare = 4*n*key.words, 4*room*key.words
	}
	if o.narrows(l.shape, k, n, room) {
		s.candidates, s.candidateIndex, s.positions = 4*n*key.words, 4*n, 4*k
	}
	return s
}

// TopKScratchBytes returns the memory in bytes that TopK, or with partial PartialSort, works in for
// the first k of up to n keys. It is pure. Errors: those of New that need no device; gpu.ErrCount
// for k or n outside 0 to gpu.MaxItems; gpu.ErrArgument for keys of 128 bits.
func TopKScratchBytes(c gpu.Caps, o Options, k, n int, partial bool) (int, error) {
	o, err := o.withDefaults()
	if err != nil {
		return 0, err
	}
	if k < 0 || k > gpu.MaxItems {
		return 0, fmt.Errorf("radix: TopKScratchBytes: k is %d, want from 0 to %d: %w", k, gpu.MaxItems, gpu.ErrCount)
	}
	if n < 0 || n > gpu.MaxItems {
		return 0, fmt.Errorf("radix: TopKScratchBytes: n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
	}
	if err := o.noWide("TopKScratchBytes"); err != nil {
		return 0, err
	}
	return o.most(c, func(l layout) int { return o.topKSizes(l, min(k, n), n, roomOf(k, n, partial)).total() })
}

func roomOf(k, n int, partial bool) int {
	if partial {
		return n
	}
	return min(k, n)
}
