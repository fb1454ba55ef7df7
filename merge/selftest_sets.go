// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selfTest returns the self-test of set operations.
func (s *Sets) selfTest(kernel.Shape) kernel.SelfTest {
	o := s.o.standIn(false)
	return kernel.SelfTest{Specs: s.specs(o), Test: func() error {
		if !s.o.hasGLSL() {
			defer func(o Options) { s.o = o }(s.o)
			s.o = o
			return s.test()
		}
		in, err := newSets(s.d, o, s.shape)
		if err != nil {
			return err
		}
		defer in.Release()
		return in.test()
	}}
}

// specs returns the kernels for an order.
func (s *Sets) specs(o Options) []kernel.Spec {
	count, move := o.setSpecs(s.shape)
	if s.singlePass() {
		return []kernel.Spec{move, o.mergeSplitSpec()}
	}
	return []kernel.Spec{count, move}
}

func (s *Sets) test() error {
	tile := s.shape.TileSize()
	for _, n := range [][2]int{{1, 0}, {tile/2 + 1, tile / 2}, {2*tile + 5, 3*tile + tile/3}} {
		a, _ := s.o.madeItems(n[0], 3).read().sorted()
		b, _ := s.o.madeItems(n[1], 5).read().sorted()
		ofA, _ := a.laid()
		ofB, _ := b.laid()
		for _, op := range [...]*setOp{&union, &intersection, &difference, &symmetric} {
			want := op.plain(a, b)
			room := op.most(n[0], n[1])
			after := s.o.written(want.words, a.each())
			after = slices.Concat(after, make([]uint32, room*s.o.dstBytes()/4-len(after)))
			for i, most := range []int{2, s.workers} { // several tiles a worker, and one
				few := *s
				few.shape.Workers = min(most, s.workers)
				few.split.from = manyFrom[i]
				v, buffers, release, err := buffersOf(s.d, make([]uint32, len(after)), ofA, ofB)
				if err != nil {
					return err
				}
				if err = few.run(op, v[0], v[1], v[2], gpu.N(n[0]), gpu.N(n[1])); err == nil {
					err = expect(fmt.Sprintf("merge: %s, %d workers", op.name, few.shape.Workers), n[0]+n[1], buffers[0], after)
				}
				if err == nil {
					var got []uint32
					if got, err = few.counts[few.latest].Download(); err == nil {
						err = kernel.Expect(fmt.Sprintf("merge: size of the %s", op.name), n[0]+n[1], got, []uint32{uint32(want.len())})
					}
				}
				release()
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// plain returns the results of a set operation of two sorted arrays.
func (op *setOp) plain(a, b items) items {
	out := items{o: a.o}
	add := func(from items, i int, keep uint32, partner bool) {
		if keep>>flag(partner)&1 != 0 {
			out.words = append(out.words, from.at(i)...)
		}
	}
	for i, j := 0, 0; i < a.len() || j < b.len(); {
		// The next run of equal items.
		var r uint64
		if i < a.len() && (j == b.len() || a.rank(i) <= b.rank(j)) {
			r = a.rank(i)
		} else {
			r = b.rank(j)
		}
		m, k := i, j
		for m < a.len() && a.rank(m) == r {
			m++
		}
		for k < b.len() && b.rank(k) == r {
			k++
		}
		for p := range m - i {
			add(a, i+p, op.keepA, p < k-j)
		}
		for p := range k - j {
			add(b, j+p, op.keepB, p < m-i)
		}
		i, j = m, k
	}
	return out
}
