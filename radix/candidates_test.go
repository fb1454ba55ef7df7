// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// The candidates are the keys whose highest digit does not come after that of the k-th key, and no
// others.
func TestCandidatesAreTheKeysUpToADigit(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{SearchAbove: -1, Tuning: oneSinglePass})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	s.sample = &sample{wrong: true} // then no sample is taken
	const n, k = 6000, 60
	keys := randomKeys(rand.New(rand.NewSource(10)), gpu.Uint32, n)
	src := gputest.Words(t, dev, packed(gpu.Uint32, keys))
	defer src.Free()
	for _, descending := range []bool{false, true} {
		gputest.Run(t, dev, fmt.Sprint("descending=", descending), func(t *testing.T) {
			s.SetDescending(descending)
			order := oracle(s.o, keys)
			want := uint32(k)
			for last := keys[order[k-1]] >> 24; want < n && keys[order[want]]>>24 == last; {
				want++
			}
			dk, di := gputest.Fresh(t, dev, k), gputest.Fresh(t, dev, k)
			defer dk.Free()
			defer di.Free()
			if err := s.TopK(dk.View(), di.View(), src.View(), k, gpu.N(n)); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "indices", di.Get(), order[:k])
			found, err := s.selection.candidates.found.Download()
			if err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "candidates", found, []uint32{want})
		})
	}
}
