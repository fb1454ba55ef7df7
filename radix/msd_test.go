// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// byBuckets makes a Sorter sort any number of keys by the most significant digits first.
func byBuckets(s *Sorter) { s.layout.msd.least, s.layout.msd.most = 1, gpu.MaxItems }

// bucketKeys are keys of which a sort by the most significant digits first makes windows, or tries
// to.
var bucketKeys = map[string]func(r *rand.Rand, i, n int) uint64{
	"random":     func(r *rand.Rand, i, n int) uint64 { return r.Uint64() },
	"40 bits":    func(r *rand.Rand, i, n int) uint64 { return r.Uint64() >> 24 },
	"32 bits":    func(r *rand.Rand, i, n int) uint64 { return r.Uint64() >> 32 },
	"in order":   func(r *rand.Rand, i, n int) uint64 { return uint64(i) * 7 },
	"few equal":  func(r *rand.Rand, i, n int) uint64 { return uint64(r.Intn(n/3+1)) * 0x9E3779B97F4A7C15 },
	"many equal": func(r *rand.Rand, i, n int) uint64 { return uint64(r.Intn(n/40+1)) * 0x9E3779B97F4A7C15 },
	"16 values":  func(r *rand.Rand, i, n int) uint64 { return uint64(r.Intn(16)) * 0x9E3779B97F4A7C15 },
	"equal":      func(r *rand.Rand, i, n int) uint64 { return 0xABABABABABABABAB },
	"low bits":   func(r *rand.Rand, i, n int) uint64 { return r.Uint64()&0xFFFF<<48 | r.Uint64()&0xFFF },
	"outside": func(r *rand.Rand, i, n int) uint64 {
		switch i {
		case n / 3:
			return math.MaxUint64
		case n / 5, n / 4:
			return uint64(i % 2)
		}
		return 5<<40 | r.Uint64()>>24
	},
	"one bucket": func(r *rand.Rand, i, n int) uint64 { // a fourth of the keys are in it, and few of the sample
		if i/4%4 == 3 {
			return 7<<48 | r.Uint64()>>16
		}
		return r.Uint64()
	},
}

// The most significant digits first: types, orders, ranges of bits and uses.
func TestMSDMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	for path, tune := range singlePass(gputest.Paths(dev)) {
		for i, o := range []Options{
			{Type: gpu.Uint64}, {Type: gpu.Int64, Descending: true}, {Type: gpu.Float64}, {Type: gpu.Uint64, FirstBit: 3, Bits: 58, Descending: true},
		} {
			if i != path%2 && !gputest.Nightly() {
				continue
			}
			gputest.Run(t, dev, fmt.Sprintf("%s,%v,bits=%d+%d,descending=%v", gputest.Name(tune), o.Type, o.FirstBit, o.Bits, o.Descending), func(t *testing.T) {
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				byBuckets(s)
				for name, key := range bucketKeys {
					gputest.Run(t, dev, name, func(t *testing.T) {
						r := rand.New(rand.NewSource(71))
						n := 6*s.layout.msd.tile + 41
						keys := make([]uint64, n)
						for i := range keys {
							keys[i] = key(r, i, n)
						}
						try(t, dev, s, keys, ForKeys)
						words, _ := s.msd.plan.Download()
						t.Log("flag", words[planHalves+planHalf-s.msd.half], words[:10])
					})
				}
				if s.msd.wrong {
					t.Error("the kernels failed their self-test")
				}
			})
		}
	}
}
