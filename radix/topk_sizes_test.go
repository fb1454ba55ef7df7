// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/bits"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// The scratch for up to n keys serves a call of any fewer keys. Near the sizes where the method
// changes all calls are tried, elsewhere some.
func TestTopKScratchServesFewerKeys(t *testing.T) {
	gputest.AllTiles(t)
	caps := gputest.Device(t).Caps()
	hard := caps
	hard.Software, hard.Multiprocessors, hard.Subgroup.Size, hard.Vendor = false, 132, 32, "NVIDIA Corporation"
	r := rand.New(rand.NewSource(4))
	for name, c := range map[string]gpu.Caps{"this device": caps, "not software": hard} {
		for _, o := range []Options{
			{}, {SearchAbove: 20000}, {SearchAbove: -1}, {Type: gpu.Uint64}, {Type: gpu.Uint8, SearchAbove: -1}, {Type: gpu.Float16},
			{Record: "uvec2", RecordBytes: 8, Key: "uint key(uvec2 r) { return r.y; }", SearchAbove: 3000}, {SkipSorted: true},
			{Tuning: gpu.Tuning{Algorithm: gpu.SinglePass}}, {Tuning: gpu.Tuning{Algorithm: gpu.ReduceThenScan}, SearchAbove: 50},
		} {
			for range gputest.InNightly(200, 20) {
				k, n := r.Intn(2<<r.Intn(22)), r.Intn(2<<r.Intn(29))
				partial := r.Intn(4) == 0
				what := fmt.Sprintf("%s, %+v, k %d, n %d, partial %v", name, o, k, n, partial)
				most := topKBytes(t, c, o, k, n, partial)
				full, err := o.withDefaults("New")
				if err != nil {
					t.Fatal(err)
				}
				tries := []int{0, 1, n, n - 1, r.Intn(n + 1), r.Intn(n + 1), full.searchAbove(), 2*k - 1, 2 * k, 8 * k, candidatesMost(o.Type), mostFound, 1 << bits.Len(uint(n)) / 2}
				for i := range tries {
					tries = append(tries, tries[i]-1, tries[i]+1)
				}
				for _, fewer := range tries {
					if fewer < 0 || fewer > n {
						continue
					}
					need, err := full.most(c, func(l layout) int {
						return full.topKParts(l, min(k, fewer), fewer, roomOf(k, fewer, partial)).total()
					})
					if err != nil || need > most {
						t.Fatalf("%s: %d keys take %d bytes, more than the %d of up to %d (%v)", what, fewer, need, most, n, err)
					}
					if less := topKBytes(t, c, o, k, fewer, partial); less > most {
						t.Fatalf("%s: %d bytes for up to %d keys, and %d for up to %d", what, less, fewer, most, n)
					}
				}
			}
		}
	}
}

func topKBytes(t *testing.T, c gpu.Caps, o Options, k, n int, partial bool) int {
	t.Helper()
	bytes, err := TopKScratchBytes(c, o, k, n, partial)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}

// The most is no more than what some call takes, give or take a sample.
func TestTopKScratchIsNotTooMuch(t *testing.T) {
	caps := gputest.Device(t).Caps()
	for _, o := range []Options{{SearchAbove: 3000}, {SearchAbove: -1}, {Type: gpu.Uint64, SearchAbove: 700}} {
		for _, k := range []int{0, 1, 30, 900, 3000} {
			const n = 9000
			got, most := topKBytes(t, caps, o, k, n, false), 0
			full, err := o.withDefaults("New")
			if err != nil {
				t.Fatal(err)
			}
			for fewer := range n + 1 {
				if fewer%7 != 0 && fewer != 3000 && fewer != 700 && fewer < n-10 && fewer != 2*k-1 {
					continue
				}
				need, err := full.most(caps, func(l layout) int { return full.topKParts(l, min(k, fewer), fewer, min(k, fewer)).total() })
				if err != nil {
					t.Fatal(err)
				}
				most = max(most, need)
			}
			if most > got || got > most+most/4 {
				t.Errorf("%+v, k %d: %d bytes, and the calls take at most %d", o, k, got, most)
			}
		}
	}
}

// Calls with fewer keys work in the caller's scratch.
func TestTopKInScratchOfMoreKeys(t *testing.T) {
	dev := gputest.Device(t)
	o := Options{SearchAbove: 2000}
	s, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const k, n = 100, 4000
	scratch := gputest.Fresh(t, dev, topKBytes(t, dev.Caps(), o, k, n, false)/4)
	s.UseScratch(scratch.View())
	keys := randomKeys(rand.New(rand.NewSource(7)), gpu.Uint32, n)
	src, dk, di := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Fresh(t, dev, k), gputest.Fresh(t, dev, k)
	for _, fewer := range []int{n, 2001, 2000, 1500, 200, 50} {
		if err := s.TopK(dk.View(), di.View(), src.View(), k, gpu.N(fewer)); err != nil {
			t.Errorf("%d keys in the scratch for %d: %v", fewer, n, err)
			continue
		}
		order := oracle(s.o, keys[:fewer])
		gputest.Equal(t, fmt.Sprint(fewer, " keys"), di.Get()[:min(k, fewer)], order[:min(k, fewer)])
	}
}
