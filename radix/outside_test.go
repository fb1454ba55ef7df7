// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A single key outside the range of the sample's keys is found, and counted in the first or the
// last bucket: also one that differs in the high word alone.
func TestMSDFindsOneKeyOutside(t *testing.T) {
	dev := gputest.Device(t)
	s := passSorter(t, dev, gpu.Uint64)
	byBuckets(s)
	r := rand.New(rand.NewSource(73))
	keys := make([]uint64, 3*s.layout.msd.tile+41)
	for i := range keys {
		keys[i] = 5<<40 | r.Uint64()>>24
	}
	at := len(keys) / 3
	inside := keys[at]
	for _, key := range []uint64{1<<62 | 7, inside | 2<<40, 1<<40 | 9} {
		for _, descending := range []bool{false, true} {
			gputest.Run(t, dev, fmt.Sprintf("key=%#x,descending=%v", key, descending), func(t *testing.T) {
				s.SetDescending(descending)
				keys[at] = key
				try(t, dev, s, keys, ForKeys)
				words, err := s.msd.plan.Download()
				if err != nil {
					t.Fatal(err)
				}
				if words[planWindows] != 1 {
					t.Error("not sorted by buckets")
				}
			})
		}
	}
}
