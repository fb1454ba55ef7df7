// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// firstsOf are the first k keys of each segment and their indices. Places without an item keep what
// fill says.
func firstsOf(o Options, keys []uint64, offsets []uint32, k int, fill uint64) (first []uint64, indices []uint32) {
	for s := range len(offsets) - 1 {
		begin, end := min(int(offsets[s]), len(keys)), min(int(offsets[s+1]), len(keys))
		order := oracle(o, keys[begin:end])
		for r := range k {
			if r < len(order) {
				first, indices = append(first, keys[begin+int(order[r])]), append(indices, uint32(begin)+order[r])
			} else {
				first, indices = append(first, masked(o.Type, fill)), append(indices, uint32(fill))
			}
		}
	}
	return first, indices
}

// tryFirstsOf finds the first k of segments of keys, which src holds, and compares.
func tryFirstsOf(t *testing.T, dev *gpu.Device, s *Sorter, keys []uint64, src *gputest.Guarded, offsets []uint32, k int) {
	t.Helper()
	const fill = 0xEEEEEEEEEEEEEEEE
	segments, at := len(offsets)-1, gputest.Words(t, dev, offsets)
	want, indices := firstsOf(s.o, keys, offsets, k, fill)
	for len(want)%keyTypes[s.o.Type].perWord != 0 {
		want = append(want, masked(s.o.Type, fill))
	}
	dk, di := gputest.Fresh(t, dev, len(packed(s.o.Type, want))), gputest.Fresh(t, dev, len(indices))
	dk.Fill(0xEEEEEEEE)
	di.Fill(0xEEEEEEEE)
	if err := s.SegmentedTopK(dk.View(), di.View(), src.View(), k, at.View(), gpu.N(segments), gpu.N(len(keys))); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "keys", dk.Get(), packed(s.o.Type, want))
	gputest.Equal(t, "indices", di.Get(), indices)
	gputest.Equal(t, "src", src.Get(), packed(s.o.Type, keys))
	at.Free()
	dk.Free()
	di.Free()
}

func TestSegmentedTopK(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev)
	for path, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{{}, {Type: gpu.Float64, Descending: true}, {Type: gpu.Uint8}, {Type: gpu.Int16, Descending: true}, {Bits: 6, FirstBit: 4}} {
				if !taken(i, o, path, len(all)) || i == 0 && !firstOrLast(path, len(all)) {
					continue
				}
				gputest.Run(t, dev, fmt.Sprintf("%v,bits=%d", o.Type, o.Bits), func(t *testing.T) {
					o.Tuning = tune
					s, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer s.Release()
					for _, n := range []int{1, 700, gputest.InNightly(9001, 3001)} {
						r := rand.New(rand.NewSource(5))
						keys := make([]uint64, n)
						for i := range keys {
							keys[i] = masked(o.Type, r.Uint64()&r.Uint64()&r.Uint64()) // some are equal
						}
						src := gputest.Words(t, dev, packed(o.Type, keys))
						for name, offsets := range spreads(r, n) {
							for _, k := range []int{1, 7, 65} {
								gputest.Run(t, dev, fmt.Sprintf("n=%d,%s,k=%d", n, name, k), func(t *testing.T) {
									tryFirstsOf(t, dev, s, keys, src, offsets, k)
								})
							}
						}
						src.Free()
					}
				})
			}
		})
	}
}

// With numbers of segments and of items on the GPU, what is behind them is not touched.
func TestSegmentedTopKByCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	keys := []uint64{5, 3, 9, 1, 1, 8, 2, 7, 0, 0}
	offsets := []uint32{1, 5, 5, 9, 10}
	src, at := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Words(t, dev, offsets)
	counts := gputest.Words(t, dev, []uint32{3, 8})
	word := func(i int) gpu.View {
		v, err := counts.View().Slice(4*i, 4*i+4)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	dk, di := gputest.Fresh(t, dev, 12), gputest.Fresh(t, dev, 12)
	dk.Fill(77)
	di.Fill(77)
	if err := s.SegmentedTopK(dk.View(), di.View(), src.View(), 3, at.View(), gpu.CountAt(word(0), 4), gpu.CountAt(word(1), 10)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "keys", dk.Get(), []uint32{1, 1, 3, 77, 77, 77, 2, 7, 8, 77, 77, 77})
	gputest.Equal(t, "indices", di.Get(), []uint32{3, 4, 1, 77, 77, 77, 6, 7, 5, 77, 77, 77})
	// The segment behind the count has an item.
	if err := s.SegmentedTopK(dk.View(), di.View(), src.View(), 3, at.View(), gpu.CountAt(word(0), 4), gpu.N(10)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "keys of all items", dk.Get(), []uint32{1, 1, 3, 77, 77, 77, 0, 2, 7, 77, 77, 77})
}

// Records with the caller's key are moved whole.
func TestSegmentedTopKOfRecords(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Record: "uvec2", RecordBytes: 8, Key: "uint key(uvec2 r) { return r.y; }"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	src, err := gpu.NewBufferFrom(dev, []uint32{10, 4, 11, 2, 12, 3, 13, 2, 14, 9})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Release()
	at := gputest.Words(t, dev, []uint32{0, 4, 5})
	dk, di := gputest.Fresh(t, dev, 8), gputest.Fresh(t, dev, 4)
	dk.Fill(77)
	di.Fill(77)
	if err := s.SegmentedTopK(dk.View(), di.View(), src.View(), 2, at.View(), gpu.N(2), gpu.N(5)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "records", dk.Get(), []uint32{11, 2, 13, 2, 14, 9, 77, 77})
	gputest.Equal(t, "indices", di.Get(), []uint32{1, 3, 4, 77})
}

// The self-test finds a kernel that takes words for four keys each.
func TestSegmentedTopKIsSelfTested(t *testing.T) {
	s, err := New(gputest.Device(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if err := s.prepare(ForSegmented); err != nil {
		t.Fatal(err)
	}
	for _, perWord := range []int{1, 4} {
		if err := loadForTest(s.d, &s.segments.first, segmentsFirstSpec(s.layout.window, perWord)); err != nil {
			t.Fatal(err)
		}
		if err := s.testFirsts(); errors.Is(err, gpu.ErrSelfTest) != (perWord == 4) {
			t.Errorf("%d keys a word: %v", perWord, err)
		}
		s.segments.first.Release()
		s.segments.first.Kernel = nil
	}
}

func TestSegmentedTopKRefuses(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	a, b, c := gputest.Fresh(t, dev, 10).View(), gputest.Fresh(t, dev, 10).View(), gputest.Fresh(t, dev, 10).View()
	at, n := gputest.Words(t, dev, []uint32{0, 4, 10}).View(), gpu.N(10)
	for _, tt := range []struct {
		what      string
		err, want error
		words     string
	}{
		{"k below 0", s.SegmentedTopK(a, b, c, -1, at, gpu.N(2), n), gpu.ErrCount, "k is -1"},
		{"too many places", s.SegmentedTopK(a, b, c, gpu.MaxItems, at, gpu.N(2), n), gpu.ErrCount, "2 segments have 2147483647 places each"},
		{"a short destination", s.SegmentedTopK(a, b, c, 6, at, gpu.N(2), n), gpu.ErrView, "dst keys"},
		{"too few offsets", s.SegmentedTopK(a, b, c, 1, at, gpu.N(3), n), gpu.ErrView, "offsets"},
		{"in place", s.SegmentedTopK(a, b, a, 2, at, gpu.N(2), n), gpu.ErrOverlap, "dst keys and keys"},
		{"both in one", s.SegmentedTopK(a, a, c, 2, at, gpu.N(2), n), gpu.ErrOverlap, "dst keys and dst indices"},
		{"on the offsets", s.SegmentedTopK(a, at, c, 1, at, gpu.N(2), n), gpu.ErrOverlap, "offsets"},
	} {
		if !errors.Is(tt.err, tt.want) || !strings.Contains(fmt.Sprint(tt.err), tt.words) {
			t.Errorf("%s: %v, want %v with %q", tt.what, tt.err, tt.want, tt.words)
		}
	}
	for _, k := range []int{0, 2} {
		if err := s.SegmentedTopK(a, b, c, k, at, gpu.N(0), n); err != nil {
			t.Errorf("no segments: %v", err)
		}
	}
	if err := s.SegmentedTopK(a, b, c, 0, at, gpu.N(2), n); err != nil {
		t.Errorf("k = 0: %v", err)
	}
}
