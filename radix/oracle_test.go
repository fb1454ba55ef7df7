// SPDX-License-Identifier: MIT

package radix

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"golang.org/x/exp/slices"
)

// oracle is the library's stable sort by the bit range; keys are their bits. It returns the order
// as indices.
func oracle(o Options, keys []uint64) []uint32 {
	order := make([]uint32, len(keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		x, y := part(o, keys[a]), part(o, keys[b])
		if o.Descending {
			x, y = y, x
		}
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return order
}

// part is the part of a key that decides its order.
func part(o Options, key uint64) uint64 {
	return sortable(o.Type, key) >> o.FirstBit & (1<<o.Bits - 1)
}

// sortable is the CPU twin of the slot KEY.
func sortable(t gpu.Type, key uint64) uint64 {
	sign := uint64(1) << (8*t.Bytes() - 1)
	switch t {
	case gpu.Int8, gpu.Int16, gpu.Int32, gpu.Int64:
		return key ^ sign
	case gpu.Float16, gpu.Float32, gpu.Float64:
		if key&sign != 0 {
			return ^key & (sign | (sign - 1))
		}
		return key ^ sign
	}
	return key
}

// packed returns keys in the layout of a buffer. The bytes behind the last key are 0xEE.
func packed(t gpu.Type, keys []uint64) []uint32 {
	raw := make([]byte, 0, 8*len(keys)+4)
	for _, k := range keys {
		raw = append(raw, binary.LittleEndian.AppendUint64(nil, k)[:t.Bytes()]...)
	}
	for len(raw)%4 != 0 {
		raw = append(raw, 0xEE)
	}
	words := make([]uint32, len(raw)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(raw[4*i:])
	}
	return words
}

func take[T any](from []T, order []uint32) []T {
	out := make([]T, len(order))
	for i, j := range order {
		out[i] = from[j]
	}
	return out
}

// distributions of keys. Each has made some sort fail.
var distributions = map[string]func(r *rand.Rand, i, n int) uint64{
	"random":   func(r *rand.Rand, i, n int) uint64 { return r.Uint64() },
	"equal":    func(r *rand.Rand, i, n int) uint64 { return 0xABABABABABABABAB },
	"sorted":   func(r *rand.Rand, i, n int) uint64 { return uint64(i) * 7 },
	"reversed": func(r *rand.Rand, i, n int) uint64 { return uint64(n-i) * 7 },
	"few": func(r *rand.Rand, i, n int) uint64 {
		return []uint64{0, 1, math.MaxUint64, 1 << 31, 1 << 63}[r.Intn(5)]
	},
	"high byte": func(r *rand.Rand, i, n int) uint64 { return r.Uint64() & 0xFF000000FF00FF80 },
	"entropy": func(r *rand.Rand, i, n int) uint64 { // Thearling and Smith: ands of random words
		return r.Uint64() & r.Uint64() & r.Uint64()
	},
	"lane period": func(r *rand.Rand, i, n int) uint64 { return uint64(i % 32 << 8) },
	"tile period": func(r *rand.Rand, i, n int) uint64 { return uint64(i % 2048) },
}

// masked returns the bits of a key that its type has.
func masked(t gpu.Type, key uint64) uint64 { return key << (64 - 8*t.Bytes()) >> (64 - 8*t.Bytes()) }

// try sorts keys with an index as payload, apart and in place, keys alone, argsort, payload alone
// and records: the payload shows stability. If there are uses, it tries those only.
func try(t *testing.T, dev *gpu.Device, s *Sorter, keys []uint64, uses ...Use) {
	t.Helper()
	has := func(u Use) bool { return len(uses) == 0 || slices.Contains(uses, u) }
	n := len(keys)
	index, records := make([]uint32, n), make([]uint32, 3*n)
	for i := range index {
		index[i] = uint32(i) ^ 0x5A5A0000
		records[3*i], records[3*i+1], records[3*i+2] = index[i], uint32(i)*3, 7
	}
	order := oracle(s.o, keys)
	before := packed(s.o.Type, keys)
	wantKeys, wantIndex := packed(s.o.Type, take(keys, order)), take(index, order)
	k, v, rec := gputest.Words(t, dev, before), gputest.WordsAt(t, dev, index, 5), gputest.WordsAt(t, dev, records, 9)
	dk, dv, drec := gputest.Fresh(t, dev, len(before)), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, 3*n)
	all := []*gputest.Guarded{k, v, rec, dk, dv, drec}
	defer func() {
		for _, g := range all {
			g.Free()
		}
	}()
	behind := func() { // what lies behind the last key in its word must stay
		if len(before) > 0 {
			last := dk.View()
			last, _ = last.Slice(last.Size()-4, last.Size())
			_ = gpu.Upload(dev, last, before[len(before)-1:])
		}
	}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	behind()
	if has(ForPairs) {
		ok(s.SortPairs(dk.View(), dv.View(), k.View(), v.View(), gpu.N(n)))
		gputest.Equal(t, "keys", dk.Get(), wantKeys)
		gputest.Equal(t, "payload", dv.Get(), wantIndex)
		gputest.Equal(t, "src keys", k.Get(), before)
		gputest.Equal(t, "src payload", v.Get(), index)
	}
	if has(ForIndices) {
		ok(s.SortIndices(dv.View(), k.View(), gpu.N(n)))
		gputest.Equal(t, "argsort", dv.Get(), order)
		gputest.Equal(t, "keys of the argsort", k.Get(), before)
	}
	if has(ForValues) {
		dv.Fill(0xEEEEEEEE)
		ok(s.SortValues(dv.View(), k.View(), v.View(), gpu.N(n)))
		gputest.Equal(t, "payload alone", dv.Get(), wantIndex)
		gputest.Equal(t, "keys of the payload alone", k.Get(), before)
		gputest.Equal(t, "src payload of the payload alone", v.Get(), index)
	}
	dk.Fill(0xEEEEEEEE)
	if has(ForRecords) {
		ok(s.SortRecords(dk.View(), drec.View(), k.View(), rec.View(), 12, gpu.N(n)))
		gputest.Equal(t, "keys of records", dk.Get(), wantKeys)
		for i, w := range drec.Get() {
			if w != records[3*int(order[i/3])+i%3] {
				t.Fatalf("records: word %d of record %d of %d is %#x", i%3, i/3, n, w)
			}
		}
		dk.Fill(0xEEEEEEEE)
	}
	if has(ForKeys) {
		ok(s.SortKeys(dk.View(), k.View(), gpu.N(n)))
		gputest.Equal(t, "keys alone", dk.Get(), wantKeys)
	}
	if has(ForPairs) {
		ok(s.SortPairs(k.View(), v.View(), k.View(), v.View(), gpu.N(n)))
		gputest.Equal(t, "keys in place", k.Get(), wantKeys)
		gputest.Equal(t, "payload in place", v.Get(), wantIndex)
	}
	if has(ForKeys) {
		ok(s.SortKeys(k.View(), k.View(), gpu.N(n))) // sorted already, if pairs were
		gputest.Equal(t, "keys alone, in place", k.Get(), wantKeys)
	}
}

// scratchFor returns scratch for try with up to n keys.
func scratchFor(t *testing.T, dev *gpu.Device, o Options, n int) *gputest.Guarded {
	t.Helper()
	bytes := 0
	for _, use := range []Use{ForKeys, ForPairs, ForIndices, ForRecords, ForValues} {
		b, err := ScratchBytes(dev.Caps(), o, use, n)
		if err != nil {
			t.Fatal(err)
		}
		bytes = max(bytes, b)
	}
	return gputest.Words(t, dev, make([]uint32, bytes/4))
}

func randomKeys(r *rand.Rand, t gpu.Type, n int) []uint64 {
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = masked(t, r.Uint64())
	}
	return keys
}

// The self-test sorts on the CPU as the oracle of the tests does.
func TestSelfTestMatchesOracle(t *testing.T) {
	for typ := range keyTypes {
		for _, bits := range [][2]int{{0, 8 * typ.Bytes()}, {3, 8*typ.Bytes() - 4}} {
			for _, descending := range []bool{false, true} {
				t.Run(fmt.Sprintf("%v,first=%d,descending=%v", typ, bits[0], descending), func(t *testing.T) {
					s := &Sorter{o: Options{Type: typ, FirstBit: bits[0], Bits: bits[1], Descending: descending}}
					keys := s.keysFor(rand.New(rand.NewSource(6)), trial{most: 700})
					gputest.Equal(t, "order", s.orderOf(keys), oracle(s.o, keys))
				})
			}
		}
	}
}
