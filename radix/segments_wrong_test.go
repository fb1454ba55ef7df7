// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// wrongSegments calls SegmentedTopK with scratch whose words are no indices. It returns what is in
// the destinations, where 0xEEEEEEEE is in the places that are not written.
func wrongSegments(t *testing.T, dev *gpu.Device, s *Sorter, keys []uint64, k int, offsets []uint32) (first, indices []uint32) {
	t.Helper()
	n, segments := len(keys), len(offsets)-1
	bytes, err := ScratchBytes(dev.Caps(), s.options(), ForSegmentedTopK, n)
	if err != nil {
		t.Fatal(err)
	}
	scratch := gputest.Fresh(t, dev, bytes/4)
	scratch.Fill(0x7FFFFFF0)
	s.UseScratch(scratch.View())
	defer scratch.Free()
	defer s.UseScratch(gpu.View{})
	words, data := max(1, s.options().itemBytes()/4), packed(s.o.Type, keys)
	if s.items != nil {
		data = nil
		for i, key := range keys {
			data = append(data, uint32(i), uint32(key))
		}
	}
	src, err := gpu.NewBufferFrom(dev, data)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Release()
	at, dk, di := gputest.Words(t, dev, offsets), gputest.Fresh(t, dev, k*segments*words), gputest.Fresh(t, dev, k*segments)
	dk.Fill(0xEEEEEEEE)
	di.Fill(0xEEEEEEEE)
	if err := s.SegmentedTopK(dk.View(), di.View(), src.View(), k, at.View(), gpu.N(segments), gpu.N(n)); err != nil {
		t.Fatal(err)
	}
	first, indices = dk.Get(), di.Get()
	at.Free()
	dk.Free()
	di.Free()
	return first, indices
}

// options of sorts whose first k are copied from the sorted segments, and from what teams find.
var wrongOptions = []Options{{}, {Type: gpu.Uint8}, {Type: gpu.Uint64}, {Record: "uvec2", RecordBytes: 8, Key: "uint key(uvec2 r) { return r.y; }"}}

// A segment that is longer than was promised is reported, and its places stay as they are. The
// others have their first k.
func TestSegmentedTopKOfTooLongSegments(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range wrongOptions {
		tile := o.windowShape(dev.Caps())
		short := tile.TileSize() - windowItems(tile) + 1
		o.LongestSegment = short
		s, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(s.prepare(ForSegmentedTopK), s.testFirsts()); err != nil {
			t.Errorf("%v: the self-test, which has long segments: %v", o.Type, err)
		}
		begin := uint32(short)
		end := begin + 6*uint32(tile.TileSize())
		offsets := []uint32{0, begin, end, end + 20}
		keys := randomKeys(rand.New(rand.NewSource(11)), gpu.Uint8, int(end)+20)
		for _, k := range []int{5, 80} {
			_, got := wrongSegments(t, dev, s, keys, k, offsets)
			if err := dev.Check(); !errors.Is(err, gpu.ErrCount) {
				t.Errorf("%v, k %d: Check returns %v, want %v", o.Type, k, err, gpu.ErrCount)
			}
			_, want := firstsOf(s.o, keys, offsets, k, 0xEEEEEEEE)
			for i := range k {
				want[k+i] = 0xEEEEEEEE
			}
			gputest.Equal(t, fmt.Sprintf("%v, key %q, k %d: indices", o.Type, o.Key, k), got, want)
		}
		s.Release()
	}
}

// Offsets that do not ascend lead to no index at n or behind it, and keys belong to their indices.
func TestSegmentedTopKOfOffsetsThatDoNotAscend(t *testing.T) {
	dev := gputest.Device(t)
	for _, o := range wrongOptions {
		s, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		keys := randomKeys(rand.New(rand.NewSource(12)), gpu.Uint8, 6000)
		for _, offsets := range [][]uint32{{0, 3000, 100, 6000}, {6000, 0}, {5000, 10, 5900, 20, 6000}, {0, 1 << 31, 7, 1<<32 - 1, 300, 299}} {
			for _, k := range []int{5, 80, 4000} {
				what := fmt.Sprintf("%v, key %q, k %d, offsets %v", o.Type, o.Key, k, offsets)
				first, indices := wrongSegments(t, dev, s, keys, k, offsets)
				for place, i := range indices {
					if i == 0xEEEEEEEE {
						continue
					}
					if int(i) >= len(keys) {
						t.Fatalf("%s: place %d has index %#x of %d keys", what, place, i, len(keys))
					}
					got := uint32(0)
					switch {
					case s.items != nil:
						got = first[2*place+1]
					case o.Type == gpu.Uint8:
						got = first[place/4] >> (place % 4 * 8) & 0xFF
					case o.Type == gpu.Uint64:
						got = first[2*place]
					default:
						got = first[place]
					}
					if got != uint32(keys[i]) {
						t.Fatalf("%s: place %d has key %#x with index %d, want %#x", what, place, got, i, keys[i])
					}
				}
			}
		}
		s.Release()
	}
}

// Offsets above n count as n, in windows and in long segments.
func TestSegmentedSortOfOffsetsAboveN(t *testing.T) {
	dev := gputest.Device(t)
	const n, room = 6000, 6400
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	keys := randomKeys(rand.New(rand.NewSource(13)), gpu.Uint32, n)
	src, payload, dk, dv := gputest.Words(t, dev, packed(gpu.Uint32, keys)), gputest.Words(t, dev, indices(n)), gputest.Fresh(t, dev, room), gputest.Fresh(t, dev, room)
	for _, offsets := range [][]uint32{{0, n + 500}, {3, 4000, 6500, 6500, 1<<32 - 1}, {1 << 31, 1 << 31}} {
		dk.Fill(0xEEEEEEEE)
		dv.Fill(0xEEEEEEEE)
		at := gputest.Words(t, dev, offsets)
		if err := s.SegmentedSort(dk.View(), dv.View(), src.View(), payload.View(), 4, at.View(), gpu.N(len(offsets)-1), gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		var want []uint32
		begin := 0
		for _, offset := range append(slices.Clone(offsets), n) {
			end := min(int(offset), n)
			for _, i := range oracle(s.o, keys[begin:end]) {
				want = append(want, uint32(begin)+i)
			}
			begin = end
		}
		untouched := slices.Repeat([]uint32{0xEEEEEEEE}, room-n)
		gputest.Equal(t, fmt.Sprintf("payload with offsets %v", offsets), dv.Get(), append(slices.Clone(want), untouched...))
		gputest.Equal(t, fmt.Sprintf("keys with offsets %v", offsets), dk.Get(), append(packed(gpu.Uint32, take(keys, want)), untouched...))
		at.Free()
	}
}

// Offsets that do not ascend change nothing behind the items.
func TestSegmentedSortOfOffsetsThatDoNotAscend(t *testing.T) {
	t.Run("small tiles", sortByOffsetsThatDoNotAscend)
	t.Run("all tiles", func(t *testing.T) {
		gputest.AllTiles(t)
		sortByOffsetsThatDoNotAscend(t)
	})
}

func sortByOffsetsThatDoNotAscend(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const behind = 400
	for _, n := range []int{6000, s.layout.window.TileSize() - 1} { // whose windows find their offsets
		r := rand.New(rand.NewSource(14))
		all := [][]uint32{{5965, 5930, 5928, 3470825485, 95}, {5000, 10, 5900, 20, 6000}, {0, 1 << 31, 7, 1<<32 - 1, 300, 299}}
		for _, length := range []int{1, 15, 20, 100, 900} { // the same segment again and again
			all = append(all, slices.Repeat([]uint32{uint32(max(n-length, 0)), uint32(n)}, 2000))
		}
		for range gputest.InNightly(300, 40) {
			offsets := make([]uint32, 2+r.Intn(9))
			for i := range offsets {
				offsets[i] = []uint32{uint32(r.Intn(n + 10)), uint32(r.Intn(100)), r.Uint32(), uint32(n - r.Intn(100))}[r.Intn(4)]
			}
			all = append(all, offsets)
		}
		keys := gputest.Words(t, dev, packed(gpu.Uint32, randomKeys(r, gpu.Uint32, n)))
		payload, dk, dv := gputest.Words(t, dev, indices(n)), gputest.Fresh(t, dev, n+behind), gputest.Fresh(t, dev, n+behind)
		for i, offsets := range all {
			dk.Fill(0xEEEEEEEE)
			dv.Fill(0xEEEEEEEE)
			at := gputest.Words(t, dev, offsets)
			dst, src, stride := dv.View(), payload.View(), 4
			if i%2 == 1 {
				dst, src, stride = gpu.View{}, gpu.View{}, 0 // in registers, where lanes exchange keys
			}
			if err := s.SegmentedSort(dk.View(), dst, keys.View(), src, stride, at.View(), gpu.N(len(offsets)-1), gpu.N(n)); err != nil {
				t.Fatal(err)
			}
			for what, got := range map[string][]uint32{"keys": dk.Get(), "payload": dv.Get()} {
				for i, w := range got[n:] {
					if w != 0xEEEEEEEE {
						t.Fatalf("offsets %v: word %d behind the %s is %#x", offsets, i, what, w)
					}
				}
			}
			at.Free()
		}
		for _, b := range []*gputest.Guarded{keys, payload, dk, dv} {
			b.Free()
		}
	}
}

// Items before the first segment and behind the last are in none, however many they are. So they
// break no promise of LongestSegment, and without one they are not sorted as a long segment.
func TestSegmentedTopKOfFewItemsOfMany(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev)
	for _, tune := range []gpu.Tuning{all[0], all[len(all)-1]} {
		for _, longest := range []int{0, 64} {
			gputest.Run(t, dev, fmt.Sprintf("%s,longest=%d", gputest.Name(tune), longest), func(t *testing.T) {
				s, err := New(dev, Options{LongestSegment: longest, Tuning: tune})
				if err != nil {
					t.Fatal(err)
				}
				defer s.Release()
				const n = 6000
				keys := randomKeys(rand.New(rand.NewSource(2)), gpu.Uint32, n)
				src := gputest.Words(t, dev, packed(gpu.Uint32, keys))
				for _, offsets := range [][]uint32{{0, 50, 100}, {3000, 3050, 3100}, {n - 100, n - 50, n}} {
					tryFirstsOf(t, dev, s, keys, src, offsets, 3)
					if err := dev.Check(); err != nil {
						t.Errorf("offsets %v: %v", offsets, err)
					}
				}
			})
		}
	}
}
