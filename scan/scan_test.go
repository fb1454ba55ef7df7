// SPDX-License-Identifier: MIT

package scan

import (
	"errors"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// oracle is the plain loop, modulo 2^32.
func oracle(words []uint32, inclusive bool) []uint32 {
	out := make([]uint32, len(words))
	var sum uint32
	for i, w := range words {
		out[i] = sum
		sum += w
		if inclusive {
			out[i] = sum
		}
	}
	return out
}

// words are large, so that sums pass 2^30 and 2^32 within a tile.
func words(r *rand.Rand, n int) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		w[i] = r.Uint32()
	}
	return w
}

func run(s *Scanner, inclusive bool, dst, src gpu.View, n gpu.Count) error {
	if inclusive {
		return s.Inclusive(dst, src, n)
	}
	return s.Exclusive(dst, src, n)
}

func TestScanEverySizeAndLanePath(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(1))
	for _, tune := range gputest.Tunings(dev) {
		s, err := New(dev, Options{tune})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range gputest.Sizes(s.chunk.Shape()) {
			for _, inclusive := range []bool{false, true} {
				in := words(r, n)
				src, dst := gputest.Words(t, dev, in), gputest.Fresh(t, dev, n)
				if err := run(s, inclusive, dst.View(), src.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "scan", dst.Get(), oracle(in, inclusive))
				gputest.Equal(t, "src", src.Get(), in)
				if err := run(s, inclusive, src.View(), src.View(), gpu.N(n)); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "scan in place", src.Get(), oracle(in, inclusive))
				src.Free()
				dst.Free()
			}
		}
		s.Release()
	}
}

func TestScanCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const limit = 5000
	in := words(rand.New(rand.NewSource(2)), limit)
	src := gputest.Words(t, dev, in)
	for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, math.MaxUint32} {
		count, dst := gputest.Words(t, dev, []uint32{n}), gputest.Fresh(t, dev, limit)
		before := dst.Get()
		if err := s.Inclusive(dst.View(), src.View(), gpu.CountAt(count.View(), limit)); err != nil {
			t.Fatal(err)
		}
		used := min(n, limit)
		got := dst.Get()
		gputest.Equal(t, "scanned", got[:used], oracle(in[:used], true))
		gputest.Equal(t, "behind the count", got[used:], before[used:])
		if err := dev.Check(); (n > limit) != errors.Is(err, gpu.ErrCount) {
			t.Errorf("count %d of at most %d: Check says %v", n, limit, err)
		}
		count.Free()
		dst.Free()
	}
}

func TestScanRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, dst := gputest.Words(t, dev, make([]uint32, 10)), gputest.Fresh(t, dev, 10)
	late, _ := src.View().Slice(4, 40)
	for _, c := range []struct {
		name     string
		dst, src gpu.View
		n        gpu.Count
		want     error
	}{
		{"more than there are", dst.View(), src.View(), gpu.N(11), gpu.ErrView},
		{"negative", dst.View(), src.View(), gpu.N(-1), gpu.ErrCount},
		{"shifted by one onto itself", late, src.View(), gpu.N(9), gpu.ErrOverlap},
		{"no dst", gpu.View{}, src.View(), gpu.N(1), gpu.ErrView},
	} {
		if err := s.Exclusive(c.dst, c.src, c.n); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	s.Release()
	if err := s.Exclusive(dst.View(), src.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

func TestShadersScan(t *testing.T) {
	var all []gpu.Spec
	for _, shape := range gputest.Shapes() {
		total, chunk := specs(shape)
		all = append(all, total, chunk)
	}
	gputest.Validate(t, all)
}

func TestScanAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	op, err := New(dev, Options{Tuning: gpu.Tuning{Workers: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Release()
	const n = 50_000
	src, dst := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View()
	for _, count := range []gpu.Count{gpu.N(n), gpu.N(1), gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)} {
		for _, scan := range []func(dst, src gpu.View, n gpu.Count) error{op.Exclusive, op.Inclusive} {
			run := func() {
				if err := scan(dst, src, count); err != nil {
					t.Fatal(err)
				}
			}
			run() // warm-up: scratch
			if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
				t.Errorf("%v allocations a call", allocs)
			}
		}
	}
}
