// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"maps"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// bucketKeys are keys of a sort by the most significant digits first. Those marked go by buckets,
// the others by the least significant digit.
var bucketKeys = map[string]struct {
	buckets bool
	key     func(r *rand.Rand, i, n int) uint64
}{
	"random":   {true, func(r *rand.Rand, i, n int) uint64 { return r.Uint64() }},
	"40 bits":  {true, func(r *rand.Rand, i, n int) uint64 { return 3<<62 | r.Uint64()>>24 }},
	"in order": {true, func(r *rand.Rand, i, n int) uint64 { return uint64(i) * 7 }},
	"some equal": {true, func(r *rand.Rand, i, n int) uint64 {
		if r.Intn(200) == 0 {
			return 1<<63 | uint64(r.Intn(20))<<40
		}
		return r.Uint64()
	}},
	"outside": {true, func(r *rand.Rand, i, n int) uint64 { // few, so that the common keys have none
		switch i {
		case n / 3:
			return math.MaxUint64
		case n / 5, n / 4:
			return uint64(i % 2)
		case n / 6: // smaller, with bits where the others have their bucket
			return 4<<40 | 0xAB54A98765
		}
		return 5<<40 | r.Uint64()>>24
	}},
	"16 values":  {false, func(r *rand.Rand, i, n int) uint64 { return uint64(r.Intn(16)) * 0x9E3779B97F4A7C15 }},
	"equal":      {false, func(r *rand.Rand, i, n int) uint64 { return 0xABABABABABABABAB }},
	"many equal": {false, func(r *rand.Rand, i, n int) uint64 { return uint64(r.Intn(n/6+1)) * 0x9E3779B97F4A7C15 }},
	"low bits":   {false, func(r *rand.Rand, i, n int) uint64 { return r.Uint64()&0xFF<<56 | r.Uint64()&0xFFF }},
	// Buckets of some 25 different keys each, which lie across the ends of windows. They are an odd
	// number apart, and so differ modulo a power of two.
	"crowded": {true, func(r *rand.Rand, i, n int) uint64 {
		buckets := n / 25
		apart := (math.MaxUint16/buckets - 1) | 1
		return uint64(r.Intn(buckets)*apart)<<48 | r.Uint64()>>16
	}},
	"one bucket": {false, func(r *rand.Rand, i, n int) uint64 {
		if r.Intn(3) > 0 {
			return 7<<48 | r.Uint64()>>16
		}
		return r.Uint64()
	}},
}

// passSorter is a Sorter of these keys in single passes, on the last of the lane paths.
func passSorter(t *testing.T, dev *gpu.Device, keys gpu.Type) *Sorter {
	t.Helper()
	tunings := singlePass(gputest.Paths(dev))
	s, err := New(dev, Options{Type: keys, Tuning: tunings[len(tunings)-1]})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	return s
}

// tryCounted sorts pairs by a count on the GPU, below its maximum.
func tryCounted(t *testing.T, dev *gpu.Device, s *Sorter, keys []uint64, most int) {
	t.Helper()
	n, words := len(keys), keyTypes[s.o.Type].words
	src, dst := gputest.Words(t, dev, packed(s.o.Type, append(slices.Clone(keys), make([]uint64, most-n)...))), gputest.Fresh(t, dev, words*most)
	payload, to := gputest.Words(t, dev, indices(most)), gputest.Fresh(t, dev, most)
	count := gputest.Words(t, dev, []uint32{uint32(n)})
	if err := s.SortPairs(dst.View(), to.View(), src.View(), payload.View(), gpu.CountAt(count.View(), most)); err != nil {
		t.Fatal(err)
	}
	order := oracle(s.o, keys)
	gputest.Equal(t, "keys by a count on the GPU", dst.Get()[:words*n], packed(s.o.Type, take(keys, order)))
	gputest.Equal(t, "payload by a count on the GPU", to.Get()[:n], order)
}

// byBuckets makes a Sorter sort any number of keys by the most significant digits first.
func byBuckets(s *Sorter) { s.layout.msd.least, s.layout.msd.most = 1, gpu.MaxItems }

// trustAll makes the sample find no fault with any keys.
func trustAll(s *Sorter) {
	sample := &s.msd.specs.sample
	sample.Constants = maps.Clone(sample.Constants)
	sample.Constants["COMMON_MOST"], sample.Constants["EQUAL_LEAST"] = uint32(1<<30), uint32(1<<30)
	s.msd.trusts = true
	s.msd.sample.Release()
	s.msd.sample = kernel.Loaded[msdSampleUniforms]{}
	s.msd.passes[0] = [msdKinds]kernel.Loaded[msdPassUniforms]{} // so that the sample is compiled anew
	s.latest, s.reserved = latestPasses{}, [len(s.reserved)]int{}
}

// The most significant digits first: types, orders, ranges of bits and uses. Also where the sample
// was wrong: buckets of more keys than a window, and windows of many equal keys.
func TestMSDMatchesCPU(t *testing.T) {
	dev := gputest.Device(t)
	options := []Options{{Type: gpu.Uint64}, {Type: gpu.Int64}, {Type: gpu.Float64}, {Type: gpu.Uint64, FirstBit: 3, Bits: 58}}
	tunings := singlePass(gputest.Paths(dev))
	for path, tune := range tunings {
		for i, o := range options {
			if (i != (len(tunings)-1-path)%len(options) || path < len(tunings)-1) && !gputest.Nightly() {
				continue
			}
			gputest.Run(t, dev, fmt.Sprintf("%s,%v,bits=%d+%d", gputest.Name(tune), o.Type, o.FirstBit, o.Bits), func(t *testing.T) {
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				byBuckets(s)
				defer s.unpacked()()
				uses := gputest.InNightly([]Use(nil), []Use{ForPairs})
				for _, trusted := range []bool{false, true} {
					if trusted {
						trustAll(s)
					}
					for at, name := range slices.Sorted(maps.Keys(bucketKeys)) {
						s.SetDescending(at%2 == 1)
						if trusted && bucketKeys[name].buckets && !gputest.Nightly() {
							continue
						}
						gputest.Run(t, dev, fmt.Sprintf("%s,trusted=%v", name, trusted), func(t *testing.T) {
							r, kind := rand.New(rand.NewSource(71)), bucketKeys[name]
							n := max(3*s.layout.msd.tile, 1<<13) + 41 // so many that the sample sees no bucket often
							keys := make([]uint64, n)
							for i := range keys {
								if keys[i] = kind.key(r, i, n); o.Type == gpu.Float64 {
									keys[i] &= math.MaxInt64 // in the same order
								}
							}
							try(t, dev, s, keys, uses...)
							words, err := s.msd.plan.Download()
							if err != nil {
								t.Fatal(err)
							}
							if got, want := words[planWindows] == 1, kind.buckets || trusted; got != want && o.Bits == 0 && o.Type != gpu.Float64 && (name != "outside" || !gputest.Nightly()) { // by how many common keys there are
								t.Errorf("sorted by buckets: %v, want %v", got, want)
							}
						})
					}
				}
				if s.msd.wrong {
					t.Error("the kernels failed their self-test")
				}
			})
		}
	}
}

// All sizes around a window, and counts on the GPU below their maximum.
func TestMSDSizes(t *testing.T) {
	dev := gputest.Device(t)
	tunings := singlePass(gputest.Paths(dev))
	tune := tunings[len(tunings)-1]
	s, err := New(dev, Options{Type: gpu.Uint64, Tuning: tune})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	byBuckets(s)
	r, tile := rand.New(rand.NewSource(72)), s.layout.msd.tile
	most := 4 * tile
	for _, n := range gputest.InNightly([]int{1, 2, 3, tile/2 - 1, tile / 2, tile - 1, tile, tile + 1, s.layout.msd.window(most), 2*s.layout.msd.window(most) + 1, 3*tile + 5, most}, []int{1, tile, tile + 1, 2*s.layout.msd.window(most) + 1, most}) {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			keys := randomKeys(r, gpu.Uint64, n)
			try(t, dev, s, keys, ForKeys, ForPairs)
			tryCounted(t, dev, s, keys, most)
		})
	}
}

// Many keys of 64 bits on NVIDIA are sorted so, others not. Windows are never larger than a tile.
func TestMSDRange(t *testing.T) {
	h200 := gpu.Caps{Renderer: "NVIDIA H200/PCIe/SSE2", Vendor: "NVIDIA Corporation", Multiprocessors: 132}
	khr := kernel.Shape{Algorithm: gpu.SinglePass, Lanes: gpu.LanesKHR, LaneCount: 32, GroupSize: 256, ItemsPerThread: 4}
	few, counted, soft := khr, khr, h200
	few.LaneCount, counted.Algorithm, soft.Software = 16, gpu.ReduceThenScan, true
	for name, c := range map[string]struct {
		o    Options
		c    gpu.Caps
		s    kernel.Shape
		most int
	}{
		"u64":       {Options{Type: gpu.Uint64}, h200, khr, msdMost},
		"f64":       {Options{Type: gpu.Float64, Descending: true}, h200, khr, msdMost},
		"u32":       {Options{Type: gpu.Uint32}, h200, khr, 0},
		"lanes":     {Options{Type: gpu.Uint64}, h200, few, 0},
		"software":  {Options{Type: gpu.Uint64}, soft, khr, 0},
		"tuned":     {Options{Type: gpu.Uint64, Tuning: gpu.Tuning{Workers: 3}}, h200, khr, 0},
		"planned":   {Options{Type: gpu.Uint64, SkipSorted: true}, h200, khr, 0},
		"two steps": {Options{Type: gpu.Uint64}, h200, counted, 0},
	} {
		t.Run(name, func(t *testing.T) {
			l := c.o.msdLayout(c.c, c.s)
			if l.most != c.most {
				t.Errorf("the most keys are %d, want %d", l.most, c.most)
			}
			if many, more := l.bytes(l.most), l.bytes(2*l.most+1); many != more || (l.most > 0) != (many > 0) {
				t.Errorf("the table has %d bytes for the most keys, and %d for more", many, more)
			}
			for n := l.least; n > 0 && n <= l.most; n += l.least / 3 {
				if w := l.window(n); w < l.tile/2 || w >= l.tile {
					t.Errorf("n=%d: %d keys from a window to the next, of %d", n, w, l.tile)
				}
			}
		})
	}
}

// The kernels are self-tested on first use. If they are wrong, all passes sort.
func TestMSDIsSelfTested(t *testing.T) {
	for _, wrong := range []bool{false, true} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
		gputest.Run(t, dev, fmt.Sprint("wrong=", wrong), func(t *testing.T) {
			s := passSorter(t, dev, gpu.Uint64)
			byBuckets(s)
			if wrong {
				windows := &s.msd.specs.windows[withPayload]
				windows.Slots = maps.Clone(windows.Slots)
				windows.Slots["PUT"] = shaders.Snippet{File: "radix/put.glsl#key_none"}
			}
			try(t, dev, s, randomKeys(rand.New(rand.NewSource(5)), gpu.Uint64, 3*s.layout.msd.tile+5), ForPairs)
			if s.msd.wrong != wrong {
				t.Errorf("kernels found wrong: %v, want %v", s.msd.wrong, wrong)
			}
			if report := reported(dev); !strings.Contains(report, "radix, most significant digits first: ") {
				t.Errorf("no self-test in the report:\n%s", report)
			}
		})
	}
}

// The self-test sorts with each payload, and finds nothing wrong.
func TestMSDPassesItsSelfTest(t *testing.T) {
	dev := gputest.Device(t)
	s := passSorter(t, dev, gpu.Uint64)
	for _, kind := range tileKinds {
		if err := s.loadMSD(kind.payload, kind.keyless); err != nil {
			t.Fatal(err)
		}
		if err := s.testMSD(kind.payload, kind.keyless); err != nil {
			t.Errorf("%+v: %v", kind, err)
		}
	}
}
