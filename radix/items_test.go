// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// keyed are options with a key of the caller, and the same in Go.
var keyed = []struct {
	name string
	o    Options
	key  func(r []uint32) uint64 // the bits of the key
}{
	{
		"the distance on a grid",
		Options{Record: "ivec2", RecordBytes: 8, Key: "uint key(ivec2 at) { return uint(abs(at.x - 7) + abs(at.y + 3)); }"},
		func(r []uint32) uint64 {
			return uint64(uint32(math.Abs(float64(int32(r[0])-7)) + math.Abs(float64(int32(r[1])+3))))
		},
	},
	{
		"a float field",
		Options{Type: gpu.Float32, Record: "Body", RecordBytes: 12, Key: "struct Body { float x, y, mass; };\nfloat key(Body b) { return b.mass; }"},
		func(r []uint32) uint64 { return uint64(r[2]) },
	},
	{
		"the absolute value",
		Options{Type: gpu.Int32, Record: "int", RecordBytes: 4, Key: "int key(int v) { return abs(v); }", Descending: true},
		func(r []uint32) uint64 { return uint64(uint32(max(int32(r[0]), -int32(r[0])))) },
	},
	{
		"two fields",
		Options{Type: gpu.Int64, Record: "uvec4", RecordBytes: 16, FirstBit: 20, Key: "uvec2 key(uvec4 r) { return r.wx; }"},
		func(r []uint32) uint64 { return uint64(r[3]) | uint64(r[0])<<32 },
	},
	{
		"a double",
		Options{Type: gpu.Float64, Record: "vec2", RecordBytes: 8, Key: "double key(vec2 v) { return double(v.x); }", Descending: true},
		func(r []uint32) uint64 { return math.Float64bits(float64(math.Float32frombits(r[0]))) },
	},
}

// itemsOf returns n records of small numbers, so that many keys are equal. A float is finite.
func itemsOf(r *rand.Rand, bytes, n int, floats bool) []uint32 {
	words := make([]uint32, n*bytes/4)
	for i := range words {
		if v := r.Intn(90) - 45; floats {
			words[i] = math.Float32bits(float32(v) / 4)
		} else {
			words[i] = uint32(v)
		}
	}
	return words
}

func TestItemsByTheCallersKey(t *testing.T) {
	dev := gputest.Device(t)
	all := gputest.Paths(dev)
	for path, tune := range all {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, k := range keyed {
				if turn := slices.Index([]int{1, 4, 3, 2}, i); i > 0 && turn%len(all) != path && !gputest.Nightly() {
					continue // most of whose kernels TestRadixDistributionsAndBitRanges has on the path
				}
				gputest.Run(t, dev, k.name, func(t *testing.T) {
					o := k.o
					o.Tuning, o.SearchAbove = tune, -1
					s, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer s.Release()
					words := o.RecordBytes / 4
					for _, n := range []int{1, 257, gputest.InNightly(6001, 2601)} {
						src := itemsOf(rand.New(rand.NewSource(4)), o.RecordBytes, n, o.Type == gpu.Float32 || o.Type == gpu.Float64)
						keys := make([]uint64, n)
						for i := range keys {
							keys[i] = k.key(src[i*words : (i+1)*words])
						}
						tryItems(t, dev, s, src, words, oracle(s.o, keys), itemUses(path, i)...)
						// Of words, whose kernels other tests compile. Segments are the same in
						// both forms of passes.
						if i == 0 && path < 2 || gputest.Nightly() {
							tryFirstItems(t, dev, s, src, words, keys)
						}
						if i == 0 && path == 0 || gputest.Nightly() {
							trySegmentsOfItems(t, dev, s, src, words, keys)
						}
					}
				})
			}
		})
	}
}

// moved are items in an order.
func moved(src []uint32, words int, order []uint32) []uint32 {
	out := make([]uint32, 0, len(order)*words)
	for _, at := range order {
		out = append(out, src[int(at)*words:(int(at)+1)*words]...)
	}
	return out
}

// itemUses returns the ways in which an ordinary run sorts items on a lane path: option 0 in all
// ways on the first lanes, and else in two of them.
func itemUses(path, option int) []string {
	switch {
	case option == 0 && path == 0 || gputest.Nightly():
		return nil
	case path%2 == 0:
		return []string{"pairs", "indices"}
	}
	return []string{"keys", "records"}
}

// tryItems sorts items in the given ways, or in all that all types have. n is whole, and a count on
// the GPU.
func tryItems(t *testing.T, dev *gpu.Device, s *Sorter, src []uint32, words int, order []uint32, uses ...string) {
	t.Helper()
	n := len(order)
	payload, records := indices(n), make([]uint32, 3*n)
	for i := range records {
		records[i] = uint32(i) * 7
	}
	items, pay, rec := gputest.WordsAt(t, dev, src, words), gputest.WordsAt(t, dev, payload, 3), gputest.Words(t, dev, records)
	dst, to, toRec := gputest.Fresh(t, dev, len(src)), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, 3*n)
	count := gputest.Words(t, dev, []uint32{uint32(n)})
	for i, c := range []gpu.Count{gpu.N(n), gpu.CountAt(count.View(), n)} {
		for name, f := range map[string]struct {
			call                    func() error
			items, payload, records bool
		}{
			"keys":    {func() error { return s.SortKeys(dst.View(), items.View(), c) }, true, false, false},
			"pairs":   {func() error { return s.SortPairs(dst.View(), to.View(), items.View(), pay.View(), c) }, true, true, false},
			"indices": {func() error { return s.SortIndices(to.View(), items.View(), c) }, false, true, false},
			"values":  {func() error { return s.SortValues(to.View(), items.View(), pay.View(), c) }, false, true, false},
			"records": {func() error { return s.SortRecords(dst.View(), toRec.View(), items.View(), rec.View(), 12, c) }, true, false, true},
		} {
			if len(uses) > 0 && !slices.Contains(uses, name) {
				continue
			}
			dst.Fill(0xEEEEEEEE)
			to.Fill(0xEEEEEEEE)
			if err := f.call(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			what := fmt.Sprintf("%s of %d, %d", name, n, i)
			if f.items {
				gputest.Equal(t, what+": items", dst.Get(), moved(src, words, order))
			}
			if f.payload {
				gputest.Equal(t, what+": payload", to.Get(), order)
			}
			if f.records {
				gputest.Equal(t, what+": records", toRec.Get(), moved(records, 3, order))
			}
			gputest.Equal(t, what+": src", items.Get(), src)
		}
	}
	for _, g := range []*gputest.Guarded{items, pay, rec, dst, to, toRec, count} {
		g.Free()
	}
}

// trySegmentsOfItems sorts items by segment.
func trySegmentsOfItems(t *testing.T, dev *gpu.Device, s *Sorter, src []uint32, words int, keys []uint64) {
	t.Helper()
	n := len(keys)
	offsets := []uint32{0, uint32(n / 9), uint32(n / 8), uint32(n - n/9)}
	order := segmented(s.o, keys, offsets)
	items, at, rec := gputest.WordsAt(t, dev, src, 8*words), gputest.Words(t, dev, offsets), gputest.Words(t, dev, indices(n))
	dst, toRec := gputest.Fresh(t, dev, len(src)), gputest.Fresh(t, dev, n)
	all := []*gputest.Guarded{items, at, rec, dst, toRec}
	if err := s.SegmentedSort(dst.View(), toRec.View(), items.View(), rec.View(), 4, at.View(), gpu.N(3), gpu.N(n)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "items of segments", dst.Get(), moved(src, words, order))
	gputest.Equal(t, "records of segments", toRec.Get(), order)
	dst.Fill(0xEEEEEEEE)
	if err := s.SegmentedSort(dst.View(), gpu.View{}, items.View(), gpu.View{}, 0, at.View(), gpu.N(3), gpu.N(n)); err != nil {
		t.Fatal(err)
	}
	gputest.Equal(t, "items of segments alone", dst.Get(), moved(src, words, order))
	for _, g := range all {
		g.Free()
	}
}

// tryFirstItems sorts the first items.
func tryFirstItems(t *testing.T, dev *gpu.Device, s *Sorter, src []uint32, words int, keys []uint64) {
	t.Helper()
	n, order := len(keys), oracle(s.o, keys)
	items, dst, toIndices := gputest.WordsAt(t, dev, src, 8*words), gputest.Fresh(t, dev, len(src)), gputest.Fresh(t, dev, n)
	all := []*gputest.Guarded{items, dst, toIndices}
	for _, k := range []int{n/3 + 1, n} { // by a search, and by a sort of all
		to, toIndex := gputest.Fresh(t, dev, k*words), gputest.Fresh(t, dev, k)
		if err := s.TopK(to.View(), toIndex.View(), items.View(), k, gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "the first items", to.Get(), moved(src, words, order[:k]))
		gputest.Equal(t, "the first indices", toIndex.Get(), order[:k])
		if err := s.PartialSort(dst.View(), toIndices.View(), items.View(), k, gpu.N(n)); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "the first items of all", dst.Get()[:k*words], moved(src, words, order[:k]))
		gputest.Equal(t, "items of all", dst.Get(), moved(src, words, toIndices.Get()))
		all = append(all, to, toIndex)
	}
	for _, g := range all {
		g.Free()
	}
}

// A key may read a uniform of the caller's.
func TestItemsByAUniform(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{Record: "uint", RecordBytes: 4, Key: "uniform uint far;\nuint key(uint v) { return v ^ far; }"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	if len(s.Programs()) != 1 {
		t.Errorf("%d programs, want 1", len(s.Programs()))
	}
	var none *Sorter
	if none.Programs() != nil {
		t.Error("a nil Sorter has programs")
	}
}

func TestItemsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	key := "uint key(uvec2 v) { return v.x; }"
	for name, c := range map[string]struct {
		o    Options
		want error
	}{
		"no key":       {Options{Record: "uvec2", RecordBytes: 8}, gpu.ErrArgument},
		"no record":    {Options{Key: key}, gpu.ErrArgument},
		"another size": {Options{Key: key, Record: "uvec2", RecordBytes: 12}, gpu.ErrArgument},
		"int for uint": {Options{Record: "int", RecordBytes: 4, Key: "// uint key(int v)\nint key (int v) { return v; }"}, gpu.ErrArgument},
		"a conversion": {Options{Type: gpu.Float32, Record: "uint", RecordBytes: 4, Key: "uint key(uint v) { return v; }"}, gpu.ErrArgument},
		"narrow":       {Options{Type: gpu.Int16, Key: key, Record: "uvec2", RecordBytes: 8}, gpu.ErrArgument},
		"128 bits":     {Options{Type: gpu.Uint128, Key: key, Record: "uvec2", RecordBytes: 8}, gpu.ErrArgument},
	} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			if s, err := New(dev, c.o); !errors.Is(err, c.want) {
				s.Release()
				t.Errorf("New(%+v): %v, want %v", c.o, err, c.want)
			}
		})
	}
	s, err := New(dev, Options{Key: key, Record: "uvec2", RecordBytes: 8})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	a, b := gputest.Fresh(t, dev, 21).View(), gputest.Fresh(t, dev, 20).View()
	if err := s.SortKeys(b, b, gpu.N(10)); !errors.Is(err, gpu.ErrOverlap) {
		t.Errorf("in place: %v", err)
	}
	if err := s.SortKeys(b, a, gpu.N(11)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("dst too short: %v", err)
	}
	if err := s.SortIndices(b, a, gpu.N(10)); !errors.Is(err, gpu.ErrView) {
		t.Errorf("half a record behind the start: %v", err)
	}
}

func TestItemsInCallersScratchAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	const n = 1500
	for name, o := range map[string]Options{"a key": keyed[1].o, "128 bits": {Type: gpu.Uint128}} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			s, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			words := o.itemBytes() / 4
			src, dst, pay, to := gputest.WordsAt(t, dev, make([]uint32, n*words), 16).View(), gputest.Fresh(t, dev, n*words).View(), gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, n).View()
			for use, call := range map[Use]func() error{
				ForKeys:    func() error { return s.SortKeys(dst, src, gpu.N(n)) },
				ForPairs:   func() error { return s.SortPairs(dst, to, src, pay, gpu.N(n)) },
				ForIndices: func() error { return s.SortIndices(to, src, gpu.N(n)) },
				ForValues:  func() error { return s.SortValues(to, src, pay, gpu.N(n)) },
			} {
				bytes, err := ScratchBytes(dev.Caps(), o, use, n)
				if err != nil {
					t.Fatal(err)
				}
				scratch := gputest.Fresh(t, dev, bytes/4)
				s.UseScratch(scratch.View())
				if err := s.Reserve(use, n); err != nil {
					t.Fatal(err)
				}
				if allocs := testing.AllocsPerRun(5, func() {
					if err := call(); err != nil {
						t.Fatal(err)
					}
				}); allocs != 0 {
					t.Errorf("use %d: %v allocations a call", use, allocs)
				}
				scratch.Get() // checks its guards
				less, _ := scratch.View().Slice(0, scratch.View().Size()-8*n)
				s.UseScratch(less)
				if err := call(); !errors.Is(err, gpu.ErrView) {
					t.Errorf("use %d: less scratch: %v", use, err)
				}
				s.UseScratch(gpu.View{})
				scratch.Free()
			}
		})
	}
}

// The self-test of items passes, leaves nothing behind, and finds a forgotten item.
func TestItemsAreSelfTested(t *testing.T) {
	dev := gputest.Device(t)
	wrong := gpu.Tier{Lanes: gpu.LanesShared}
	forgets := gputest.WrongDevice(t, gpu.Options{NoSelfTest: true, Force: wrong}, wrong)
	for name, o := range map[string]Options{"a key": keyed[0].o, "128 bits": {Type: gpu.Uint128}} {
		gputest.Run(t, dev, name, func(t *testing.T) {
			p, err := o.withDefaults("New")
			if err != nil {
				t.Fatal(err)
			}
			s, err := newSorter(dev, p.plain())
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			before := s.o
			if err := s.testItems(p.standIn()); err != nil {
				t.Error(err)
			}
			if s.items != nil || s.o != before {
				t.Error("the self-test left something behind")
			}
		})
		gputest.Run(t, forgets, name+", forgetful", func(t *testing.T) {
			s, err := New(forgets, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Release()
			if err := s.testItems(s.items.o.standIn()); !errors.Is(err, gpu.ErrSelfTest) {
				t.Errorf("a forgotten item: %v", err)
			}
		})
	}
}
