// SPDX-License-Identifier: MIT

package radix

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// keyKind is the distribution of a trial's keys.
type keyKind int

const (
	anyKeys    keyKind = iota
	sortedKeys         // with SkipSorted no pass
	evenKeys           // random, but some are equal
	gappedKeys         // digits that are the same in all keys: with SkipSorted some passes
	fewKeys            // few distinct ones, some of which differ in the lowest bits alone
	twinKeys           // random, but pairs differ in the lowest eighth of their bits alone
)

// trial is a sort of the self-test.
type trial struct {
	use         Use
	inPlace     bool
	n, most     int // if most is above n, the count is on the GPU
	first, bits int
	descending  bool
	kind        keyKind
}

// tilesFor are the keys of a tile in sorts of n keys, and those of some tiles and a part of one.
func (s *Sorter) tilesFor(n int) (tile, large int) {
	tile = max(s.shape.TileSize(), kernel.BySize(s.movers[withPayload], n).spec.Shape.TileSize())
	return tile, 4*tile + 37
}

// plainPasses makes all sorts take passes without a fused histogram and without packed items, of
// few workgroups, until all is called. No kernel is self-tested meanwhile.
func (s *Sorter) plainPasses() (all func()) {
	passes, packed := s.onlyPasses(), s.unpacked()
	inTest, workers, fused := s.inTest, s.shape.Workers, s.fusedTiles
	s.inTest, s.fusedTiles = true, 0
	s.shape.Workers = 2 // the kernels are the same for any number; of few, each has several tiles
	return func() {
		s.inTest, s.shape.Workers, s.fusedTiles = inTest, workers, fused
		packed()
		passes()
	}
}

// onlyFor restricts the sorter to the kernels of sorts of n keys, until all is called.
func (s *Sorter) onlyFor(n int) (all func()) {
	movers, counters := s.movers, s.counters
	for kind, list := range movers {
		s.movers[kind] = only(list, n)
	}
	s.counters = only(counters, n)
	return func() { s.movers, s.counters = movers, counters }
}

// only returns the kernel for n keys, or none of none.
func only[K interface{ Limit() int }](all []K, n int) []K {
	all = kernel.From(all, n)
	return all[:min(1, len(all))]
}

// tryPlain runs the trials in plain passes, by turns with a spine and without.
func (s *Sorter) tryPlain(r *rand.Rand, trials []trial) error {
	before := s.addAlone
	defer func() { s.addAlone = before }()
	for i := range trials {
		s.addAlone = i % 2 * s.shape.Workers
		if err := s.tryAll(r, trials[i:i+1]); err != nil {
			return err
		}
	}
	return nil
}

// try runs one sort and compares.
func (s *Sorter) try(r *rand.Rand, t trial) error {
	keys, payload := s.keysFor(r, t), make([]uint64, t.most)
	for i := range payload {
		payload[i] = uint64(r.Uint32())
		if s.o.ValueBits > 0 {
			payload[i] >>= 32 - s.o.ValueBits
		}
		if t.use == ForIndices {
			payload[i] = uint64(i)
		}
	}
	order := s.orderOf(keys[:t.n])
	keysBefore, keysAfter := sorted(keys, order)
	payloadBefore, payloadAfter := sorted(payload, order)
	var buffers [5]*gpu.Buffer[byte]
	var v [len(buffers)]gpu.View
	bytes := s.o.Type.Bytes()
	for i, a := range [...]struct {
		items []uint64
		bytes int
	}{{keys, bytes}, {payload, 4}, {keysBefore, bytes}, {payloadBefore, 4}, {[]uint64{uint64(t.n)}, 4}} {
		b, err := gpu.NewBufferFrom(s.d, encode(a.items, a.bytes))
		defer b.Release()
		if err != nil {
			return err
		}
		buffers[i], v[i] = b, b.View()
	}
	if t.inPlace {
		buffers[2], v[2], buffers[3], v[3] = buffers[0], v[0], buffers[1], v[1]
	}
	n := gpu.N(t.n)
	if t.n < t.most {
		n = gpu.CountAt(v[4], t.most)
	}
	var err error
	switch t.use {
	case ForKeys:
		err = s.SortKeys(v[2], v[0], n)
	case ForPairs:
		err = s.SortPairs(v[2], v[3], v[0], v[1], n)
	case ForIndices:
		err = s.SortIndices(v[3], v[0], n)
	case ForValues:
		err = s.SortValues(v[3], v[0], v[1], n)
	case ForRecords:
		err = s.SortRecords(v[2], v[3], v[0], v[1], 4, n)
	default:
		return fmt.Errorf("radix: no trial sorts for use %d: %w", t.use, gpu.ErrArgument)
	}
	if err == nil && !t.use.keyless() {
		err = s.compare("keys", t, buffers[2], keysAfter, bytes)
	}
	if err == nil && t.use != ForKeys {
		err = s.compare("payload", t, buffers[3], payloadAfter, 4)
	}
	if err == nil && !t.inPlace {
		err = s.compare("sources", t, buffers[0], keys, bytes)
	}
	return err
}

func (s *Sorter) compare(what string, t trial, b *gpu.Buffer[byte], want []uint64, bytes int) error {
	data, err := b.Download()
	if err != nil {
		return err
	}
	for i, w := range want {
		var item [8]byte
		copy(item[:], data[i*bytes:(i+1)*bytes])
		if got := binary.LittleEndian.Uint64(item[:]); got != w {
			return fmt.Errorf("radix: %s of %d %v (bits %d+%d, descending %v): item %d is %#x, want %#x: %w", what, t.n, s.o.Type, s.o.FirstBit, s.o.Bits, s.o.Descending, i, got, w, gpu.ErrSelfTest)
		}
	}
	return nil
}

// encode returns items in the layout of a buffer.
func encode(items []uint64, bytes int) []byte {
	data := make([]byte, 0, len(items)*bytes+8)
	for _, item := range items {
		data = binary.LittleEndian.AppendUint64(data, item)[:len(data)+bytes]
	}
	return data
}

// sorted returns what a destination has before and after a sort. Before it, every item that the
// sort must write is wrong. The items behind them must not change.
func sorted(items []uint64, order []uint32) (before, after []uint64) {
	before, after = slices.Clone(items), slices.Clone(items)
	for i, from := range order {
		after[i], before[i] = items[from], ^items[from]
	}
	return before, after
}

// keysFor makes keys. Half of them are one of a few values, such as the extremes and the special
// values of floats.
func (s *Sorter) keysFor(r *rand.Rand, t trial) []uint64 {
	bits := 8 * s.o.Type.Bytes()
	mask, sign := uint64(math.MaxUint64)>>(64-bits), uint64(1)<<(bits-1)
	few := []uint64{0, 1, 2, mask, sign - 1, sign, sign + 1, r.Uint64(), r.Uint64()}
	switch s.o.Type {
	case gpu.Float32:
		few = append(few, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x3F800000) // infinities, NaNs, 1
	case gpu.Float16:
		few = append(few, 0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x3C00)
	case gpu.Float64:
		few = append(few, 0x7FF0<<48, 0xFFF0<<48, 0x7FF8<<48, 0xFFF8<<48, 0x3FF0<<48)
	}
	keys := make([]uint64, t.most)
	for i := range keys {
		keys[i] = r.Uint64()
		if t.kind == evenKeys {
			if i%128 == 127 {
				keys[i] = keys[r.Intn(i)]
			}
		} else if t.kind == twinKeys {
			if i%2 == 1 {
				keys[i] = keys[i-1] ^ uint64(r.Intn(1<<s.o.Type.Bytes()))
			}
		} else if t.kind == fewKeys || r.Intn(2) == 0 {
			keys[i] = few[r.Intn(len(few))]
		}
		if t.kind == gappedKeys {
			keys[i] &= 0xFF00F00F00FF0030
		}
		keys[i] &= mask
	}
	if t.kind == sortedKeys {
		_, keys = sorted(keys, s.orderOf(keys))
	}
	return keys
}

// orderOf returns the order of a plain stable sort by the bit range.
func (s *Sorter) orderOf(keys []uint64) []uint32 {
	parts, order := make([]uint64, len(keys)), make([]uint32, len(keys))
	for i, key := range keys {
		parts[i], order[i] = s.unsigned(key)>>s.o.FirstBit&(1<<s.o.Bits-1), uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int {
		if s.o.Descending {
			a, b = b, a
		}
		return cmp.Compare(parts[a], parts[b])
	})
	return order
}

// unsigned returns a key as an unsigned number of the same order. The bits above the type's are of
// no use.
func (s *Sorter) unsigned(key uint64) uint64 {
	sign := uint64(1) << (8*s.o.Type.Bytes() - 1)
	switch s.o.Type {
	case gpu.Int8, gpu.Int16, gpu.Int32, gpu.Int64:
		return key ^ sign
	case gpu.Float16, gpu.Float32, gpu.Float64: // by their bits: the negative ones the other way round, below the others
		if key&sign != 0 {
			return ^key
		}
		return key | sign
	}
	return key
}
