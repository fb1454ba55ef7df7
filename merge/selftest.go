// SPDX-License-Identifier: MIT

package merge

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// standIn returns the options with an order of comb's own in place of the caller's, because the
// buffers that it reads may not be bound yet. Its items have 4, 8 or 16 bytes, near the size of the
// caller's, and are ordered by their first word. places says that results are of places.
func (o Options) standIn(places bool) Options {
	if !o.callers() {
		return o.standInForReads(places)
	}
	o.Name, o.Less = "self-test", "bool less(KEY a, KEY b) { return a.x < b.x; }"
	switch {
	case o.wordsApart() && o.Bytes <= 4:
		o.Item, o.Less = "Word", "struct Word { uint x; };\n"+o.Less
	case o.Bytes <= 4:
		o.Item, o.Less = "uint", "bool less(KEY a, KEY b) { return a < b; }"
	case o.Bytes <= 8:
		o.Item, o.Bytes = "uvec2", 8
	default:
		o.Item, o.Bytes = "uvec4", 16
	}
	return o.standInForReads(places)
}

// items are items of a self-test, as words.
type items struct {
	o     Options
	words []uint32
}

func (a items) each() int { return a.o.Bytes / 4 }
func (a items) len() int  { return len(a.words) / a.each() }

// at returns the words of item i.
func (a items) at(i int) []uint32 { return a.words[i*a.each() : (i+1)*a.each()] }

// rank returns a number with the order of the options for item i.
func (a items) rank(i int) uint64 {
	w := a.at(i)
	v := uint64(w[0])
	if a.o.callers() {
		return v
	}
	sign := uint64(1) << 31
	if len(w) == 2 {
		v, sign = v|uint64(w[1])<<32, 1<<63
	}
	switch a.o.Type {
	case gpu.Int32, gpu.Int64:
		v ^= sign
	case gpu.Float32, gpu.Float64:
		if v&sign != 0 {
			v ^= sign - 1
		}
		v ^= sign
	}
	if a.o.Descending {
		v = 2*sign - 1 - v // modulo 2^64
	}
	return v
}

// madeItems returns n items of which about three are equal to each other. Words that the order does
// not read are the item's index.
func (o Options) madeItems(n int, seed uint32) items {
	a := items{o, make([]uint32, 0, n*o.Bytes/4)}
	r := seed | 1
	for i := range n {
		r ^= r << 13 // Marsaglia's xorshift
		r ^= r >> 17
		r ^= r << 5
		k := r % uint32(n/3+1)
		a.words = append(a.words, k*0x9E3779B1)
		for w := 1; w < o.Bytes/4; w++ {
			if o.callers() {
				a.words = append(a.words, seed<<24+uint32(i))
			} else {
				a.words = append(a.words, k/2*0x85EBCA6B)
			}
		}
	}
	a.keptByMaps()
	return a
}

// sorted returns the items in order, and the index of each before that.
func (a items) sorted() (b items, index []uint32) {
	index = make([]uint32, a.len())
	for i := range index {
		index[i] = uint32(i)
	}
	slices.SortStableFunc(index, func(i, j uint32) int { return cmp.Compare(a.rank(int(i)), a.rank(int(j))) })
	b = items{a.o, make([]uint32, 0, len(a.words))}
	for _, i := range index {
		b.words = append(b.words, a.at(int(i))...)
	}
	return b, index
}

// buffersOf returns a buffer for each slice of words, and a function that releases them. A buffer
// has one word more, so that none is empty.
func buffersOf(d *gpu.Device, all ...[]uint32) (views []gpu.View, buffers []*gpu.Buffer[uint32], release func(), err error) {
	release = func() {
		for _, b := range buffers {
			b.Release()
		}
	}
	for _, words := range all {
		b, err := gpu.NewBufferFrom(d, append(slices.Clone(words), 0xFE2CE))
		if err != nil {
			release()
			return nil, nil, nil, err
		}
		buffers = append(buffers, b)
		v, err := b.View().Slice(0, 4*len(words))
		if err != nil {
			release()
			return nil, nil, nil, err
		}
		views = append(views, v)
	}
	return views, buffers, release, nil
}

// expect compares a destination with the expected words and the word behind it.
func expect(what string, n int, dst *gpu.Buffer[uint32], want []uint32) error {
	got, err := dst.Download()
	if err != nil {
		return err
	}
	return kernel.Expect(what, n, got, append(slices.Clone(want), 0xFE2CE))
}

// selfTest returns the Searcher's self-test of a kind of kernel.
func (s *Searcher) selfTest(kind int) kernel.SelfTest {
	o := s.o.standIn(true)
	return kernel.SelfTest{Specs: []kernel.Spec{o.searchSpec(s.shape, kind)}, Test: func() error {
		in := newSearcher(s.d, o, s.shape)
		defer in.Release()
		if !s.o.hasGLSL() {
			in.find = s.find
			defer func() { in.find = [2]kernel.Loaded[searchUniforms]{} }()
		} else if err := in.compile(kind); err != nil {
			return err
		}
		return in.test(kind)
	}}
}

// test searches with one kind of kernel, also for queries and items of which there are few.
func (s *Searcher) test(kind int) error {
	s.from = manyFrom[1-kind]
	n := 2*s.find[kind].Shape().TileSize() + 17
	for _, most := range []int{0, 1, 1000} {
		all, _ := s.o.madeItems(most, 3).sorted()
		queries := s.o.madeItems(n, 5)
		copy(queries.words, all.words) // so that some are found
		queries = queries.read()
		laid, indices := queries.laid()
		for _, upper := range []bool{false, true} {
			want := make([]uint32, n)
			for i := range want {
				r := queries.rank(i)
				want[i] = uint32(sort.Search(most, func(k int) bool { return all.rank(k) > r || !upper && all.rank(k) == r }))
			}
			want = s.o.written(want, 1)
			v, b, release, err := buffersOf(s.d, make([]uint32, len(want)), all.words, laid, indices)
			if err != nil {
				return err
			}
			if s.indices = v[3]; s.o.Input == gpu.InputCounting {
				v[2] = gpu.View{}
			}
			if err = s.search(v[0], v[1], v[2], gpu.N(most), gpu.N(n), upper); err == nil {
				err = expect(fmt.Sprintf("merge: search: upper %v", upper), n, b[0], want)
			}
			release()
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// selfTest returns the Merger's self-test of a kind of kernel.
func (m *Merger) selfTest(kind int) kernel.SelfTest {
	o := m.o.standIn(false)
	return kernel.SelfTest{Specs: []kernel.Spec{o.mergeSpec(m.shape, kind), o.mergeSplitSpec()}, Test: func() error {
		if !m.o.hasGLSL() {
			defer func(o Options) { m.o = o }(m.o)
			m.o = o
			return m.test(kind)
		}
		in, err := newMerger(m.d, o, m.shape)
		if err != nil {
			return err
		}
		defer in.Release()
		if err := in.compile(kind); err != nil {
			return err
		}
		return in.test(kind)
	}}
}

func (m *Merger) test(kind int) error {
	defer func() { m.split.from = splitFrom }()
	tile := m.o.mergeTile(m.shape, kind).TileSize()
	for i, n := range [][2]int{{1, 0}, {tile/2 + 1, tile / 2}, {2*tile + 5, 3*tile + tile/3}, {2*tile + 5, 3*tile + tile/3}} {
		m.split.from = manyFrom[i%2]
		a, _ := m.o.madeItems(n[0], 3).read().sorted()
		b, _ := m.o.madeItems(n[1], 5).read().sorted()
		all := items{m.o, slices.Concat(a.words, b.words)}
		merged, index := all.sorted()
		want := m.o.written(merged.words, all.each())
		ofA, _ := a.laid()
		ofB, _ := b.laid()
		v, buffers, release, err := buffersOf(m.d, make([]uint32, len(want)), make([]uint32, len(index)), ofA, ofB, made(n[0], 0), made(n[1], n[0]))
		if err != nil {
			return err
		}
		err = m.merge(Pairs{v[0], v[1]}, Pairs{v[2], v[4]}, Pairs{v[3], v[5]}, gpu.N(n[0]), gpu.N(n[1]), kind)
		if err == nil {
			err = expect("merge: merge", n[0]+n[1], buffers[0], want)
		}
		if err == nil && kind == withPayload {
			err = expect("merge: merge: payload", n[0]+n[1], buffers[1], index)
		}
		release()
		if err != nil {
			return err
		}
	}
	return nil
}

// manyFrom are numbers of items from which tests take the kernels for many: all, and none.
var manyFrom = [2]int{0, gpu.MaxItems + 1}

// made returns n words from a number on.
func made(n, first int) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		w[i] = uint32(first + i)
	}
	return w
}

// selfTest returns the Sorter's self-test of a kind of kernels.
func (s *Sorter) selfTest(kind int) kernel.SelfTest {
	o := s.o.standIn(false)
	tile, pass := o.sortSpecs(s.shape, kind)
	return kernel.SelfTest{Specs: []kernel.Spec{tile, pass, o.sortSplitSpec()}, Test: func() error {
		in := newSorter(s.d, o, s.shape)
		defer in.Release()
		if !s.o.hasGLSL() {
			in.kinds, in.split = s.kinds, s.split
			defer func() { in.kinds, in.split = [2]sortKernels{}, splitter{} }()
		} else if err := in.compile(kind); err != nil {
			return err
		}
		return in.test(kind)
	}}
}

func (s *Sorter) test(kind int) error {
	defer func() { s.split.from = splitFrom }()
	tile := s.o.sortTile(s.shape, kind).TileSize()
	for i, n := range []int{1, tile - 3, 2*tile - 1, 5*tile + tile/2 + 3, 5*tile + tile/2 + 3} {
		s.split.from = manyFrom[i%2]
		src := s.o.madeItems(n, uint32(i+2)).read()
		want, index := src.sorted()
		laid, indices := src.laid()
		uses := []Use{ForKeys}
		if kind == withPayload {
			uses = []Use{ForPairs, ForIndices}
		}
		for _, use := range uses {
			v, buffers, release, err := buffersOf(s.d, make([]uint32, len(src.words)), make([]uint32, n), laid, made(n, 0), indices)
			if err != nil {
				return err
			}
			if s.indices = v[4]; s.o.Input == gpu.InputCounting {
				v[2] = gpu.View{}
			}
			if err = s.sort(use, Pairs{v[0], v[1]}, Pairs{v[2], v[3]}, gpu.N(n)); err == nil && use != ForIndices {
				err = expect(fmt.Sprintf("merge: sort of %v", use), n, buffers[0], want.words)
			}
			if err == nil && use != ForKeys {
				err = expect(fmt.Sprintf("merge: sort of %v: payload", use), n, buffers[1], index)
			}
			release()
			if err != nil {
				return err
			}
		}
	}
	return nil
}
