// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Self-tests of kernels that are compiled on first use. They run between two calls of the caller,
// who may have given the scratch of the next one. So they work in their own.

// aside runs a self-test with scratch of its own, and leaves the options as they were.
func (s *Sorter) aside(test func(*rand.Rand) error) error {
	o, scratch, items, inTest := s.o, s.scratch, s.items, s.inTest
	s.scratch, s.items, s.inTest = kernel.NewScratch(s.d, "radix self-test"), nil, true
	defer func() {
		s.scratch.Release()
		s.o, s.scratch, s.items, s.inTest = o, scratch, items, inTest
	}()
	if err := test(rand.New(rand.NewSource(1))); err != nil {
		return err
	}
	err := s.d.Check()
	if errors.Is(err, gpu.ErrCount) {
		err = fmt.Errorf("radix: the fault word reports a count that was not too large: %w", gpu.ErrSelfTest)
	}
	return err
}

// tryAll runs the trials, each with its bits and direction.
func (s *Sorter) tryAll(r *rand.Rand, trials []trial) error {
	for _, t := range trials {
		if err := s.SetBits(t.first, t.bits); err != nil {
			return err
		}
		s.o.Descending = t.descending
		if err := s.try(r, t); err != nil {
			return err
		}
	}
	return nil
}

// loadForTest compiles a kernel for its self-test. One that does not compile fails the test.
func loadForTest[U any](d *gpu.Device, l *kernel.Loaded[U], spec kernel.Spec) error {
	return failed(load(d, l, spec))
}

// failed makes the error of a kernel that does not compile that of a failed self-test.
func failed(err error) error {
	if errors.Is(err, gpu.ErrShader) {
		return fmt.Errorf("radix: %v: %w", err, gpu.ErrSelfTest)
	}
	return err
}

// testFused is the self-test of a first pass that makes the global histogram: of few tiles, whole
// and by a count on the GPU, of all bits and of some.
func (s *Sorter) testFused(kind payloadKind, n int) error {
	m := kernel.BySize(s.movers[kind], n)
	if err := loadForTest(s.d, &m.first, firstOf(m.spec)); err != nil {
		return err
	}
	defer s.onlyPasses()()
	defer s.onlyFor(n)()
	if kind.packsFirst() {
		return s.tryPacked(kind, min(5, fusedTiles(s.o, m.sized)), true)
	}
	defer s.unpacked()()
	return s.aside(func(r *rand.Rand) error {
		use := [...]Use{keysAlone: ForKeys, withPayload: ForPairs, withIndex: ForIndices}[kind]
		tiles, bits := min(5, fusedTiles(s.o, m.sized)), 8*s.o.Type.Bytes()
		n := (tiles-1)*m.spec.Shape.TileSize() + 37
		return s.tryAll(r, []trial{
			{use: use, n: n, most: n},
			{use: use, n: n / 2, most: n, first: 3, bits: bits - 5, descending: true},
			{use: use, n: n, most: n, bits: min(bits, 17), inPlace: use != ForIndices},
			{use: use, n: 1, most: 1},
		})
	})
}

// selectionTest is the self-test of the kernels of TopK and PartialSort. They are tested with all
// bits and with the range of the options, in both directions, whole and by a count on the GPU.
func (s *Sorter) selectionTest(p *selection, shape kernel.Shape) kernel.SelfTest {
	shape = s.o.shape(shape)
	choose, count, scatter := selectionSpecs(shape, s.o.Type, p.inOrder)
	test := func(r *rand.Rand) error {
		n, bits, first := 2*shape.TileSize()+37, s.o.Bits, s.o.FirstBit
		s.o.SearchAbove = -1
		for _, t := range []struct {
			trial
			k       int
			partial bool
		}{
			{trial{n: n, most: n}, n / 3, false},
			{trial{n: n - 5, most: n, descending: true}, n/2 - 9, true},
			{trial{n: n, most: n, first: first, bits: bits, descending: true}, 70, false},
			{trial{n: 60, most: n}, 70, false}, // fewer than are wanted,
		} {
			if err := s.SetBits(t.first, t.bits); err != nil {
				return err
			}
			s.o.Descending = t.descending
			if err := s.trySelection(r, t.trial, t.k, t.partial); err != nil {
				return err
			}
		}
		return nil
	}
	all := []kernel.Spec{choose, count, specs(shape, s.o.Type, p.inOrder).spine, scatter}
	if p.candidates != nil {
		all = append(all, candidateSpec(choose, s.shape))
	}
	return kernel.SelfTest{
		Specs: all,
		Test: func() error {
			before := s.sample
			s.selection, s.sample = p, &sample{wrong: true}
			defer func() { s.selection, s.sample = nil, before }()
			return s.aside(test)
		},
	}
}

// trySelection looks at the first k keys and their indices, and with partial that the rest is all
// there.
func (s *Sorter) trySelection(r *rand.Rand, t trial, k int, partial bool) error {
	keys := s.keysFor(r, t)
	first := s.orderOf(keys[:t.n])[0]
	keys[first], keys[t.n-1] = keys[t.n-1], keys[first] // the last key belongs to the first ones
	order := s.orderOf(keys[:t.n])
	room, bytes := roomOf(k, t.most, partial), s.o.Type.Bytes()
	src, err := gpu.NewBufferFrom(s.d, encode(keys, bytes))
	defer src.Release()
	if err != nil {
		return err
	}
	dstKeys, err := gpu.NewBufferFrom(s.d, filled((room*bytes+3)/4*4, byte(0xEE)))
	defer dstKeys.Release()
	if err != nil {
		return err
	}
	dstIndices, err := gpu.NewBufferFrom(s.d, filled(room, poison))
	defer dstIndices.Release()
	if err != nil {
		return err
	}
	count, err := gpu.NewBufferFrom(s.d, []uint32{uint32(t.n)})
	defer count.Release()
	if err != nil {
		return err
	}
	n, call := gpu.N(t.n), s.TopK
	if t.n < t.most {
		n = gpu.CountAt(count.View(), t.most)
	}
	if partial {
		call = s.PartialSort
	}
	if err := call(dstKeys.View(), dstIndices.View(), src.View(), k, n); err != nil {
		return err
	}
	indices, err := dstIndices.Download()
	if err != nil {
		return err
	}
	sure, all := min(k, t.n), min(room, t.n)
	if i := differs(indices[:sure], order[:sure]); i >= 0 {
		return fmt.Errorf("radix: the first %d of %d %v: index %d is %d, want %d: %w", k, t.n, s.o.Type, i, indices[i], order[i], gpu.ErrSelfTest)
	}
	if partial && !slices.Equal(inOrder(indices[:all]), inOrder(order[:all])) {
		return fmt.Errorf("radix: the first %d of %d %v and the rest: the indices are not those of all: %w", k, t.n, s.o.Type, gpu.ErrSelfTest)
	}
	for i, index := range indices[all:] {
		if index != poison {
			return fmt.Errorf("radix: the first %d of %d %v: index %d, behind them all, was written: %w", k, t.n, s.o.Type, all+i, gpu.ErrSelfTest)
		}
	}
	want := make([]uint64, all)
	for i := range want {
		want[i] = keys[indices[i]]
	}
	return s.compare("the first keys", t, dstKeys, want, bytes)
}

const poison uint32 = 0xEEEEEEEE

func filled[T any](n int, v T) []T {
	all := make([]T, n)
	for i := range all {
		all[i] = v
	}
	return all
}

func inOrder(list []uint32) []uint32 {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

// differs is the first place in which two lists of the same length differ, or -1.
func differs(a, b []uint32) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// testSegments is the self-test of SegmentedSort, with records and for keys alone. Some segments
// are empty, some end with their window of the items or an item behind it, one has several windows,
// and if long segments are listed some have several parts.
func (s *Sorter) testSegments() error {
	return s.aside(func(r *rand.Rand) error {
		s.o.LongestSegment = 0
		tile := uint64(s.layout.window.TileSize())
		window := uint64(windowItems(s.layout.window))
		offsets := []uint64{2, window - 1, tile, tile + 1}
		for _, items := range []uint64{1, 0, 36, 1, window, 0, 0, 700, 5, tile + 1, 7, 3*window + 5, 4, window - 1, 31, 32, 33, 0} {
			offsets = append(offsets, offsets[len(offsets)-1]+items)
		}
		if l := s.layout.long; s.segments.lists {
			for _, items := range []int{l.lone(0), 2 * l.lone(0), min(l.groups, 20)*l.part + 7} {
				offsets = append(offsets, offsets[len(offsets)-1]+uint64(items))
			}
		}
		last := (offsets[len(offsets)-1]/window + 2) * window // a window begins
		offsets = append(offsets, last, last+5, last+tile, last+window+tile+1)
		n := int(offsets[len(offsets)-1]) + 3
		if err := s.SetBits(0, 0); err != nil {
			return err
		}
		for _, stride := range []int{4, 8} {
			if err := s.trySegments(r, trial{n: n, most: n, descending: true}, offsets, stride); err != nil {
				return err
			}
		}
		if err := s.tryFinding(r, 4); err != nil {
			return err
		}
		if err := s.SetBits(s.o.FirstBit, 8*s.o.Type.Bytes()-s.o.FirstBit-3); err != nil {
			return err
		}
		return s.trySegments(r, trial{n: n - 40, most: n}, offsets, 0)
	})
}

// testLanes is the self-test of SegmentedSort in registers. The segments have all numbers of lanes,
// in windows of many short ones, of some long ones and of both. Some are cut.
func (s *Sorter) testLanes() error {
	return s.aside(func(r *rand.Rand) error {
		s.o.LongestSegment = 0
		shape := s.layout.window
		offsets := []uint64{3}
		add := func(lengths ...int) {
			for _, n := range lengths {
				offsets = append(offsets, offsets[len(offsets)-1]+uint64(n))
			}
		}
		for lanes := 1; lanes <= joinLanes; lanes *= 2 {
			n := lanes * shape.ItemsPerThread
			add(n-1, n, n+1, 1, 0, n/2+1, n-1)
		}
		add(slices.Repeat([]int{2, 1, 3}, windowItems(shape)/5)...)
		add(shape.TileSize()/2, 5, shape.TileSize()/2-9, windowItems(shape)-1, 7, shape.TileSize()+1, 4)
		n := int(offsets[len(offsets)-1]) + 9
		if err := s.SetBits(0, 0); err != nil {
			return err
		}
		if err := s.trySegments(r, trial{n: n, most: n, descending: true}, offsets, 0); err != nil {
			return err
		}
		if err := s.trySegments(r, trial{n: n - 7, most: n}, offsets, 0); err != nil {
			return err
		}
		return s.tryFinding(r, 0)
	})
}

// tryFinding sorts segments in one window and in two, which find their first offsets.
func (s *Sorter) tryFinding(r *rand.Rand, stride int) error {
	window, n := uint64(windowItems(s.layout.window)), s.layout.window.TileSize()
	offsets := []uint64{1, 4, 4, 37, window - 2, window, window + 5, uint64(n) - 3}
	if err := s.trySegments(r, trial{n: n, most: n}, offsets, stride); err != nil {
		return err
	}
	return s.trySegments(r, trial{n: int(window) - 9, most: int(window)}, offsets, stride)
}

// trySegments sorts segments, with records of 4 or 8 bytes unless stride is 0.
func (s *Sorter) trySegments(r *rand.Rand, t trial, offsets []uint64, stride int) error {
	s.o.Descending = t.descending
	bytes := s.o.Type.Bytes()
	keys, records := s.keysFor(r, t), make([]uint64, t.most)
	wantKeys, wantRecords := make([]uint64, 0, t.most), make([]uint64, 0, t.most)
	for i := range records {
		records[i] = uint64(i)
	}
	for i, begin := range append([]uint64{0}, offsets...) {
		end := uint64(t.n)
		if i < len(offsets) {
			end = min(end, offsets[i])
		}
		segment := keys[min(begin, end):end]
		for _, at := range s.orderOf(segment) {
			wantKeys, wantRecords = append(wantKeys, segment[at]), append(wantRecords, begin+uint64(at))
		}
	}
	var b [6]*gpu.Buffer[byte]
	var v [len(b)]gpu.View
	for i, a := range [...]struct {
		items []uint64
		bytes int
	}{{keys, bytes}, {records, max(stride, 4)}, {offsets, 4}, {make([]uint64, t.most), bytes}, {make([]uint64, t.most), max(stride, 4)}, {[]uint64{uint64(t.n)}, 4}} {
		var err error
		b[i], err = gpu.NewBufferFrom(s.d, encode(a.items, a.bytes))
		defer b[i].Release()
		if err != nil {
			return err
		}
		v[i] = b[i].View()
	}
	n := gpu.N(t.n)
	if t.n < t.most {
		n = gpu.CountAt(v[5], t.most)
	}
	if stride == 0 {
		v[1], v[4] = gpu.View{}, gpu.View{}
	}
	if err := s.SegmentedSort(v[3], v[4], v[0], v[1], stride, v[2], gpu.N(len(offsets)-1), n); err != nil {
		return err
	}
	if err := s.compare("keys of segments", t, b[3], wantKeys, bytes); err != nil || stride == 0 {
		return err
	}
	return s.compare("records of segments", t, b[4], wantRecords, stride)
}
