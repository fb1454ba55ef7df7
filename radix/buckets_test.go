// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// wordKeys are keys of a sort by buckets. Those marked go by buckets, the others by the least
// significant digit.
var wordKeys = map[string]struct {
	buckets bool
	key     func(r *rand.Rand, i, n int) uint32
}{
	"random":     {true, func(r *rand.Rand, i, n int) uint32 { return r.Uint32() }},
	"in order":   {false, func(r *rand.Rand, i, n int) uint32 { return uint32(i << 32 / n) }},
	"reversed":   {false, func(r *rand.Rand, i, n int) uint32 { return ^uint32(i << 32 / n) }},
	"high half":  {true, func(r *rand.Rand, i, n int) uint32 { return r.Uint32() & 0xFFFF0000 }},
	"some equal": {true, func(r *rand.Rand, i, n int) uint32 { return uint32(r.Intn(4*n)) * 0x9E3779B1 }},
	// A bucket of a hundred keys and more of two values among random ones.
	"a full bucket": {true, func(r *rand.Rand, i, n int) uint32 {
		if i%64 == 0 {
			return 0xABCD<<16 | uint32(r.Intn(2))<<9
		}
		return r.Uint32()
	}},
	"16 values": {false, func(r *rand.Rand, i, n int) uint32 { return uint32(r.Intn(16)) * 0x9E3779B1 }},
	"equal":     {false, func(r *rand.Rand, i, n int) uint32 { return 0xABABABAB }},
	"24 bits":   {false, func(r *rand.Rand, i, n int) uint32 { return r.Uint32() >> 8 }},
	"low half":  {false, func(r *rand.Rand, i, n int) uint32 { return r.Uint32() >> 16 }},
	"one bucket": {false, func(r *rand.Rand, i, n int) uint32 {
		if r.Intn(3) > 0 {
			return 7<<16 | r.Uint32()>>16
		}
		return r.Uint32()
	}},
}

// inBuckets makes a Sorter sort any number of keys by buckets, in passes.
func inBuckets(t *testing.T, s *Sorter) {
	s.layout.buckets.least, s.layout.buckets.most = 1, gpu.MaxItems
	t.Cleanup(s.onlyPasses())
	t.Cleanup(s.unpacked())
}

// trustSample makes the sample find no fault with any keys.
func trustSample(s *Sorter) {
	count := &s.buckets.specs.count
	count.Constants = maps.Clone(count.Constants)
	count.Constants["SAMPLE_EQUAL"], count.Constants["SAMPLE_MOST"], count.Constants["SAMPLE_FALLS"] = uint32(1<<30), uint32(1<<30), uint32(0)
	s.buckets.count.Release()
	s.buckets.count = kernel.Loaded[bucketCountUniforms]{}
	s.buckets.passes = [msdKinds]kernel.Loaded[msdPassUniforms]{} // so that the count is compiled anew
	s.latest, s.reserved = latestPasses{}, [len(s.reserved)]int{}
}

// Buckets: types, orders and uses. Also where the sample was wrong: buckets of more keys than a
// tile, and with many equal keys.
func TestBucketsMatchCPU(t *testing.T) {
	dev := gputest.Device(t)
	options := []Options{{Type: gpu.Uint32}, {Type: gpu.Int32}, {Type: gpu.Float32}}
	tunings := singlePass(gputest.Paths(dev))
	for path, tune := range tunings {
		for i, o := range options {
			if (i != (len(tunings)-1-path)%len(options) || path < len(tunings)-1) && !gputest.Nightly() {
				continue
			}
			gputest.Run(t, dev, fmt.Sprintf("%s,%v", gputest.Name(tune), o.Type), func(t *testing.T) {
				o.Tuning = tune
				s, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				inBuckets(t, s)
				for _, trusted := range []bool{false, true} {
					if trusted {
						trustSample(s)
					}
					for at, name := range slices.Sorted(maps.Keys(wordKeys)) {
						s.SetDescending(at%2 == 1)
						if trusted && wordKeys[name].buckets && !gputest.Nightly() {
							continue
						}
						gputest.Run(t, dev, fmt.Sprintf("%s,trusted=%v", name, trusted), func(t *testing.T) {
							r, kind := rand.New(rand.NewSource(71)), wordKeys[name]
							n := max(3*s.layout.buckets.tile, 1<<13) + 41
							keys := make([]uint64, n)
							for i := range keys {
								keys[i] = uint64(kind.key(r, i, n))
							}
							// Software takes seconds for the 65,536 workgroups of a sort.
							try(t, dev, s, keys, gputest.InNightly([]Use(nil), []Use{[]Use{ForPairs, ForKeys}[at%2]})...)
							if trusted && !gputest.Nightly() {
								return
							}
							if gputest.Nightly() { // with all uses try ends with keys in order, otherwise with these
								src, dst := gputest.Words(t, dev, packed(o.Type, keys)), gputest.Fresh(t, dev, n)
								if err := s.SortKeys(dst.View(), src.View(), gpu.N(n)); err != nil {
									t.Fatal(err)
								}
							}
							words, err := s.buckets.plan.Download()
							if err != nil {
								t.Fatal(err)
							}
							if got, want := words[planWindows] == 1, kind.buckets || trusted; got != want && o.Type == gpu.Uint32 {
								t.Errorf("sorted by buckets: %v, want %v", got, want)
							}
						})
					}
				}
				if s.buckets.wrong {
					t.Error("the kernels failed their self-test")
				}
			})
		}
	}
}

// All uses, of sizes around a tile, and counts on the GPU below their maximum.
func TestBucketSizes(t *testing.T) {
	dev := gputest.Device(t)
	s := passSorter(t, dev, gpu.Uint32)
	inBuckets(t, s)
	r, tile := rand.New(rand.NewSource(72)), s.layout.buckets.tile
	most := 4 * tile
	for _, n := range gputest.InNightly([]int{1, 2, 3, tile/2 - 1, tile - 1, tile, tile + 1, 3*tile + 5, most}, []int{1, tile + 1, most}) {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			keys := randomKeys(r, gpu.Uint32, n)
			try(t, dev, s, keys)
			tryCounted(t, dev, s, keys, most)
		})
	}
}

// Many keys of 32 bits on NVIDIA are sorted so, others not. A bucket of random keys is never larger
// than a tile.
func TestBucketRange(t *testing.T) {
	h200 := gpu.Caps{Renderer: "NVIDIA H200/PCIe/SSE2", Vendor: "NVIDIA Corporation", Multiprocessors: 132}
	khr := kernel.Shape{Algorithm: gpu.SinglePass, Lanes: gpu.LanesKHR, LaneCount: 32, GroupSize: 256, ItemsPerThread: 4}
	few, counted, soft := khr, khr, h200
	few.LaneCount, counted.Algorithm, soft.Software = 16, gpu.ReduceThenScan, true
	for name, c := range map[string]struct {
		o    Options
		c    gpu.Caps
		s    kernel.Shape
		some bool
	}{
		"u32":       {Options{Type: gpu.Uint32}, h200, khr, true},
		"f32":       {Options{Type: gpu.Float32, Descending: true}, h200, khr, true},
		"u64":       {Options{Type: gpu.Uint64}, h200, khr, false},
		"f16":       {Options{Type: gpu.Float16}, h200, khr, false},
		"lanes":     {Options{Type: gpu.Uint32}, h200, few, false},
		"software":  {Options{Type: gpu.Uint32}, soft, khr, false},
		"tuned":     {Options{Type: gpu.Uint32, Tuning: gpu.Tuning{Workers: 3}}, h200, khr, false},
		"planned":   {Options{Type: gpu.Uint32, SkipSorted: true}, h200, khr, false},
		"two steps": {Options{Type: gpu.Uint32}, h200, counted, false},
	} {
		t.Run(name, func(t *testing.T) {
			l := c.o.bucketLayout(c.c, c.s)
			if (l.most > 0) != c.some || l.most > 0 && l.most < 1<<26 {
				t.Fatalf("the most keys are %d, want some: %v", l.most, c.some)
			}
			if got := l.bytes(l.most); (got > 0) != c.some || l.bytes(l.least-1) != 0 {
				t.Errorf("the table has %d bytes", got)
			}
			for n := l.least; n > 0 && n <= l.most; n += l.least / 3 {
				if fullBucket(n) > l.tile {
					t.Errorf("n=%d: buckets of %d keys, in tiles of %d", n, fullBucket(n), l.tile)
				}
			}
		})
	}
}

// The kernels are self-tested on first use. If they are wrong, all passes sort.
func TestBucketsAreSelfTested(t *testing.T) {
	for _, wrong := range []bool{false, true} {
		dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
		gputest.Run(t, dev, fmt.Sprint("wrong=", wrong), func(t *testing.T) {
			s := passSorter(t, dev, gpu.Uint32)
			inBuckets(t, s)
			if wrong {
				each := &s.buckets.specs.windows[withPayload]
				each.Slots = maps.Clone(each.Slots)
				each.Slots["PUT"] = shaders.Snippet{File: "radix/put.glsl#key_none"}
			}
			try(t, dev, s, randomKeys(rand.New(rand.NewSource(5)), gpu.Uint32, 3*s.layout.buckets.tile+5), ForPairs)
			if s.buckets.wrong != wrong {
				t.Errorf("kernels found wrong: %v, want %v", s.buckets.wrong, wrong)
			}
			if report := reported(dev); !strings.Contains(report, "radix, buckets: ") {
				t.Errorf("no self-test in the report:\n%s", report)
			}
		})
	}
}

// The self-test sorts with each payload, and finds nothing wrong. That of pairs also runs in
// TestBucketsAreSelfTested.
func TestBucketsPassTheirSelfTest(t *testing.T) {
	dev := gputest.Device(t)
	s := passSorter(t, dev, gpu.Uint32)
	for _, kind := range tileKinds {
		if kind == (tileKind{withPayload, false}) && !gputest.Nightly() {
			continue
		}
		if err := s.loadBuckets(kind.payload, kind.keyless); err != nil {
			t.Fatal(err)
		}
		if err := s.testBuckets(kind.payload, kind.keyless); err != nil {
			t.Errorf("%+v: %v", kind, err)
		}
	}
}
