// SPDX-License-Identifier: MIT

package radix

import (
	"cmp"
	"slices"
	"testing"
)

// sampledItem is a key with its index.
type sampledItem struct{ key, index uint32 }

func (a sampledItem) compare(b sampledItem) int {
	return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.index, b.index))
}

// boundOf is what sample_bound finds: the value of the rank among the values of the sample.
func boundOf(keys []uint64, s *Sorter, k int) sampledItem {
	n, group := len(keys), s.sample.bound.Shape().GroupSize
	groups, rounds, joined := sampleGroupsFor(n), roundsFor(n), group/sampleJoined
	hash := func(v uint32) uint32 { // pcg of radix/sample.glsl
		state := v*747796405 + 2891336453
		word := (state>>(state>>28+4) ^ state) * 277803737
		return word>>22 ^ word
	}
	var items []sampledItem // of all workgroups, each of so many items of the sample
	for g := range groups {
		first := make([]sampledItem, joined)
		for t := range group {
			for r := range rounds * sampleEach {
				at := uint32(uint64(hash(uint32((r*groups+g)*group+t))) * uint64(n) >> 32)
				item := sampledItem{uint32(keys[at]), at}
				if f := &first[t%joined]; t < joined && r == 0 || item.compare(*f) < 0 {
					*f = item
				}
			}
		}
		items = append(items, first...)
	}
	rank, count, _ := s.o.sampleRank(s.shape, k, n)
	values := slices.Clone(items[:count])
	for i, item := range items {
		if v := &values[i%count]; item.compare(*v) < 0 {
			*v = item
		}
	}
	slices.SortFunc(values, sampledItem.compare)
	return values[rank-1]
}

// checkBound checks that the bound of the latest sample is the value of its rank, and that the
// candidates are the items up to it, whether other values have the same key or not. It returns the
// number of candidates.
func checkBound(t *testing.T, s *Sorter, keys []uint64, k int) (found int) {
	t.Helper()
	state, want := s.stateOfSample(t), boundOf(keys, s, k)
	for i, key := range keys {
		if (sampledItem{uint32(key), uint32(i)}).compare(want) <= 0 {
			found++
		}
	}
	if got := (sampledItem{state[0], state[2]}); got != want || int(state[sampleWords-2]) != found {
		t.Errorf("the bound is %v and %d keys are candidates, want %v and %d", got, state[sampleWords-2], want, found)
	}
	return found
}
