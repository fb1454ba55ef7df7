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

// Buffers of floats are refused as keys of another type and as indices, offsets and counts, and
// Buffers of int32 as keys of uint32. So are those of 64-bit numbers as a payload of words. Floats
// of 32 bits are taken as payload and as scratch, also by the sort of long segments.
func TestBuffersOfOtherNumbersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	var floats [2]*gpu.Buffer[float32]
	for i := range floats {
		if floats[i], err = gpu.NewBuffer[float32](dev, 10); err != nil {
			t.Fatal(err)
		}
		defer floats[i].Release()
	}
	f, g := floats[0].View(), floats[1].View()
	a, b, c := gputest.Fresh(t, dev, 10).View(), gputest.Fresh(t, dev, 10).View(), gputest.Fresh(t, dev, 10).View()
	none, at, n, two := gpu.View{}, gputest.Words(t, dev, []uint32{0, 4, 10}).View(), gpu.N(10), gpu.N(2)
	counted := gpu.CountAt(f, 10)
	for words, err := range map[string]error{
		"src keys":            s.SortKeys(a, f, n),
		"dst keys":            s.SortKeys(f, a, n),
		"dst keys 2":          s.SortPairs(f, a, b, c, n),
		"dst keys 3":          s.SortRecords(f, a, b, c, 4, n),
		"src keys 2":          s.SortValues(a, f, b, n),
		"dst indices":         s.SortIndices(f, a, n),
		"the count":           s.SortKeys(a, b, counted),
		"offsets":             s.SegmentedSort(a, none, b, none, 0, f, two, n),
		"dst keys 4":          s.SegmentedSort(f, none, b, none, 0, at, two, n),
		"segments: the count": s.SegmentedSort(a, none, b, none, 0, at, gpu.CountAt(f, 2), n),
		"keys":                s.TopK(a, b, f, 3, n),
		"dst keys 5":          s.TopK(f, b, c, 3, n),
		"dst indices 2":       s.TopK(a, f, c, 3, n),
		"the count 2":         s.TopK(a, b, c, 3, counted),
		"dst keys 6":          s.PartialSort(f, b, c, 3, n),
		"dst indices 3":       s.PartialSort(a, f, c, 3, n),
		"dst keys 7":          s.SegmentedTopK(f, b, c, 2, at, two, n),
		"dst indices 4":       s.SegmentedTopK(a, f, c, 2, at, two, n),
		"offsets 2":           s.SegmentedTopK(a, b, c, 2, f, two, n),
	} {
		name := strings.TrimRight(words, " 0123456789")
		if want := fmt.Sprintf("radix: %s is a view of a Buffer of float32", name); !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %v with %q", words, err, gpu.ErrView, want)
		}
	}
	signed, err := gpu.NewBuffer[int32](dev, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer signed.Release()
	for what, err := range map[string]error{"src keys": s.SortKeys(a, signed.View(), n), "dst keys": s.SortKeys(signed.View(), a, n), "keys": s.TopK(a, b, signed.View(), 3, n)} {
		if want := fmt.Sprintf("radix: %s is a view of a Buffer of int32", what); !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %v with %q", what, err, gpu.ErrView, want)
		}
	}
	wide, wide2 := gputest.BufferOf[float64](t, dev, 10), gputest.BufferOf[uint64](t, dev, 10)
	for words, err := range map[string]error{
		"dst payload":   s.SortPairs(a, wide, b, c, n),
		"src payload":   s.SortPairs(a, c, b, wide2, n),
		"dst payload 2": s.SortValues(wide2, a, b, n),
		"src payload 2": s.SegmentedSort(a, c, b, wide, 4, at, two, n),
	} {
		name := strings.TrimRight(words, " 0123456789")
		if want := fmt.Sprintf("radix: %s is a view of a Buffer of 64-bit numbers", name); !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v, want %v with %q", words, err, gpu.ErrView, want)
		}
	}
	if err := s.SortRecords(a, wide, b, wide2, 8, n); err != nil {
		t.Errorf("records of 64 bits: %v", err)
	}
	for what, err := range map[string]error{
		"pairs": s.SortPairs(a, f, b, g, n), "values": s.SortValues(f, a, g, n), "records": s.SortRecords(a, f, b, g, 4, n),
		"segments": s.SegmentedSort(a, f, b, g, 4, at, two, n),
	} {
		if err != nil {
			t.Errorf("%s with floats for a payload: %v", what, err)
		}
	}
}

// On a software renderer with tiles of the usual size, long segments are sorted by passes of their
// own, whose keys and payload lie in the scratch.
func TestScratchMayBeOfFloats(t *testing.T) {
	t.Run("small tiles", func(t *testing.T) { sortSegmentsInFloats(t, gputest.Device(t)) })
	t.Run("all tiles", func(t *testing.T) {
		gputest.AllTiles(t)
		sortSegmentsInFloats(t, gputest.Device(t))
	})
}

func sortSegmentsInFloats(t *testing.T, dev *gpu.Device) {
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const n = 9000
	bytes, err := ScratchBytes(dev.Caps(), Options{}, ForSegmented, n)
	if err != nil {
		t.Fatal(err)
	}
	scratch, err := gpu.NewBuffer[float32](dev, bytes/4)
	if err != nil {
		t.Fatal(err)
	}
	defer scratch.Release()
	s.UseScratch(scratch.View())
	keys := randomKeys(rand.New(rand.NewSource(3)), gpu.Uint32, n)
	src, dst, at := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Fresh(t, dev, n), gputest.Words(t, dev, []uint32{0, 7000})
	if err := s.SegmentedSort(dst.View(), gpu.View{}, src.View(), gpu.View{}, 0, at.View(), gpu.N(1), gpu.N(n)); err != nil {
		t.Fatal(err)
	}
	var want []uint64
	for _, part := range [][]uint64{keys[:7000], keys[7000:]} {
		want = append(want, take(part, oracle(s.o, part))...)
	}
	gputest.Equal(t, "keys", dst.Get(), packed(gpu.Uint32, want))
}
