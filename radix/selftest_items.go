// SPDX-License-Identifier: MIT

package radix

import (
	"cmp"
	"fmt"
	"math/rand"
	"slices"

	"github.com/combgl/comb/gpu"
)

// standIn returns the options that the self-test of a sort of items takes: for a caller's Key one
// of the same type, whose results are known.
func (o Options) standIn() Options {
	if o.Key == "" {
		return o
	}
	o.Record, o.RecordBytes, o.Name = "uvec4", itemWords*4, "self-test"
	o.Key = map[gpu.Type]string{
		gpu.Uint32:  "uint key(uvec4 r) { return r.y; }",
		gpu.Int32:   "int key(uvec4 r) { return int(r.y); }",
		gpu.Float32: "float key(uvec4 r) { return uintBitsToFloat(r.y); }",
		gpu.Uint64:  "uvec2 key(uvec4 r) { return r.yz; }",
		gpu.Int64:   "uvec2 key(uvec4 r) { return r.yz; }",
		gpu.Float64: "double key(uvec4 r) { return packDouble2x32(r.yz); }",
	}[o.Type]
	return o
}

// itemWords are the words of an item of the self-test.
const itemWords = 4

// testItems is the self-test of a sort of items: of all bits and some, whole and by a count on the
// GPU.
func (s *Sorter) testItems(o Options) error {
	items, err := s.newItems(o)
	if err != nil {
		return err
	}
	defer items.release()
	return s.aside(func(r *rand.Rand) error {
		s.items = items
		all := 8 * o.Type.Bytes()
		for _, t := range []trial{
			{n: 2500, most: 2500},
			{n: 1990, most: 2100, first: all/2 - 7, bits: 20, descending: true},
		} {
			if err := s.SetBits(t.first, t.bits); err != nil {
				return err
			}
			s.o.Descending = t.descending
			if err := s.tryItems(r, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// tryItems sorts items whose floats are finite and normal, since a driver may change the others.
func (s *Sorter) tryItems(r *rand.Rand, t trial) error {
	src := make([]uint32, itemWords*t.most)
	for i := range src {
		if src[i] = r.Uint32() & 0xBF7FFFFF & r.Uint32(); i%3 == 0 {
			src[i] = uint32(i / 3 % 2) // keys that differ in some words only
		}
		src[i] |= 0x01000000
	}
	order := s.items.o.itemOrder(src[:itemWords*t.n], s.o.Descending)
	want := make([]uint32, len(src))
	for i, at := range order {
		copy(want[itemWords*i:], src[itemWords*at:itemWords*at+itemWords])
	}
	var b [3]*gpu.Buffer[uint32]
	for i, words := range [...][]uint32{src, make([]uint32, len(src)), {uint32(t.n)}} {
		var err error
		b[i], err = gpu.NewBufferFrom(s.d, words)
		defer b[i].Release()
		if err != nil {
			return err
		}
	}
	n := gpu.N(t.n)
	if t.n < t.most {
		n = gpu.CountAt(b[2].View(), t.most)
	}
	if err := s.SortKeys(b[1].View(), b[0].View(), n); err != nil {
		return err
	}
	got, err := b[1].Download()
	if err != nil {
		return err
	}
	if i := differs(got, want); i >= 0 {
		return fmt.Errorf("radix: items of %d %v (bits %d+%d, descending %v): word %d is %#x, want %#x: %w", t.n, s.items.o.Type, s.items.o.FirstBit, s.items.o.Bits, t.descending, i, got[i], want[i], gpu.ErrSelfTest)
	}
	return nil
}

// itemOrder returns the order of a plain stable sort of the self-test's items.
func (o Options) itemOrder(src []uint32, descending bool) []int {
	var parts [mostRounds][]uint64 // of each key, the less significant first
	rounds, count := o.rounds()
	for i, r := range rounds[:count] {
		at, words := 2*r.part, 2
		if o.Key != "" {
			at, words = 1, keyTypes[o.Type].words
		}
		s := Sorter{o: o.plain()}
		for ; at < len(src); at += itemWords {
			key := uint64(src[at])
			if words == 2 {
				key |= uint64(src[at+1]) << 32
			}
			parts[i] = append(parts[i], s.unsigned(key)>>r.first&(1<<r.bits-1))
		}
	}
	order := make([]int, len(parts[0]))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if descending {
			a, b = b, a
		}
		for i := count - 1; i > 0; i-- {
			if c := cmp.Compare(parts[i][a], parts[i][b]); c != 0 {
				return c
			}
		}
		return cmp.Compare(parts[0][a], parts[0][b])
	})
	return order
}
