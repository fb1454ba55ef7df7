// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"maps"
	"math/bits"
	"math/rand"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// A packed argsort moves one word for each key. Each pass uses up a digit. As soon as the bits that
// remain and the key's index fit in 32 bits, a pass writes them as one word, the bits above the
// index. The later passes sort these words, and the last one writes only the indices. SortValues is
// packed in the same way if the caller promises how many bits a value has.

// packing is how a sort is packed. The pass `at` packs, or none if that is never. bits is the
// number of bits of an index or a value in a word.
type packing struct{ at, bits int }

// late reports whether no pass packs, or one of the last passes that buckets replace. A sort may
// then go by buckets. Sorts that an earlier pass packs take digit passes.
func (p packing) late(passes int) bool { return p.at == never || p.at >= max(2, passes-2) }

// never is the place of a pass that packs if none does.
const never = -1

// packsAt is the pass of a sort that packs words with so many bits of an index or a value, or
// never. The first pass of an argsort packs if all bits of a key fit in a word above the place in
// its tile, which has that many keys. With tile 0, as for values, and in a later pass, another pass
// must follow. It is pure.
func (o Options) packsAt(wordBits, tile int) int {
	for place := range o.passes() {
		left := max(0, o.Bits-(place+1)*digitBits)
		packs := left > 0
		if place == 0 && tile > 0 {
			packs = o.Bits+bits.Len(uint(tile-1)) <= 32
		}
		if packs && left+wordBits <= 32 {
			return place
		}
	}
	return never
}

// mostPacked is the most keys whose indices fit beside the bits that a pass leaves. It is pure.
func (o Options) mostPacked(place int) int {
	left := max(0, o.Bits-(place+1)*digitBits)
	return min(gpu.MaxItems, 1<<max(0, 32-left))
}

// indexBits is the number of bits of an index below n.
func indexBits(n int) int { return bits.Len(uint(n - 1)) }

// packUniforms are those of the parts of packed argsorts in radix/keys.glsl and radix/put.glsl.
type packUniforms struct {
	From      kernel.Uniform `uniform:"packed_from,optional"`
	Packed    kernel.Uniform `uniform:"packed_mask,optional"`
	IndexBits kernel.Uniform `uniform:"index_bits,optional"`
	Mask      kernel.Uniform `uniform:"dst_mask,optional"`
}

// addPacked adds the kernels of packed argsorts of a type of keys. Those of words are the same for
// all types.
func (f *family) addPacked(shape kernel.Shape, inOrder bool) {
	like := func(kind payloadKind, slots ...string) kernel.Spec {
		spec := f.chain[kind]
		spec.Slots, spec.Constants = maps.Clone(spec.Slots), maps.Clone(spec.Constants)
		for i := 0; i < len(slots); i += 2 {
			spec.Slots[slots[i]] = shaders.Snippet{File: "radix/" + slots[i+1]}
		}
		return spec
	}
	f.chain[packsIndex] = like(keysAlone, "DIGIT", "keys.glsl#digit_packing", "PUT", "put.glsl#word_packed")
	f.chain[packsIndex].Constants["PLACE_BITS"] = uint32(placeBits(shape)) // of the shape's tile; sized has others
	f.chain[packsPayload] = like(payloadAlone, "PAYLOAD", "put.glsl#payload_packed")
	f.chain[packsValues] = like(payloadAlone, "PAYLOAD", "put.glsl#values_packed")
	f.chain[packsValues].Buffers = append(slices.Clone(f.chain[packsValues].Buffers), "Fault")
	f.chain[packsValues].Constants["FAULT_VALUE"] = uint32(kernel.FaultValue)
	if f.keys == gpu.Uint32 {
		f.chain[packedWords] = like(keysAlone, "PUT", "put.glsl#word_masked")
	} else {
		f.chain[packedWords] = specs(shape, gpu.Uint32, inOrder).chain[packedWords]
	}
}

// setPacked sets what a pass of a packed argsort needs besides its digit.
func (s *Sorter) setPacked(k *kernel.Kernel, u packUniforms, m move, r sorting, place int) {
	if m.kind < plainKinds {
		return
	}
	from, at := s.o.FirstBit, r.packing.bits
	if m.kind == packsPayload || m.kind == packsValues {
		from += (place + 1) * digitBits
	}
	mask := uint32(1<<32 - 1)
	if place == s.o.passes()-1 {
		mask = 1<<at - 1
	}
	k.Set(u.From, uint32(from))
	k.Set(u.Packed, uint32(uint64(1)<<(s.o.FirstBit+s.o.Bits-from)-1))
	k.Set(u.IndexBits, uint32(at))
	k.Set(u.Mask, mask)
}

// digitAt is the digit of a pass in the items that it moves.
func (s *Sorter) digitAt(kind payloadKind, place int, r sorting) pass {
	digit := s.o.pass(place)
	switch kind {
	case packsIndex:
		digit.shift = placeBits(kernel.BySize(s.movers[kind], r.n.Max()).spec.Shape)
	case packedWords:
		digit.shift = r.packing.bits + (place-r.packing.at-1)*digitBits
	}
	return digit
}

// placeBits is the number of bits of a place in a tile.
func placeBits(s kernel.Shape) int { return bits.Len(uint(s.TileSize() - 1)) }

// leastValues is the fewest values that are packed. 2^14 by 16 bits took an H200 16.5 us packed and
// 15.5 not, 2^16 17.5 and 18.3.
const leastValues = 1 << 16

// packing returns how a sort is packed whose first pass, unpacked, moves kind. With a fused first
// pass the chain has rows for as many tiles as run at once. So packed words have no smaller tiles
// than the items of that pass.
func (s *Sorter) packing(kind payloadKind, keyless bool, n int) packing {
	p := packing{never, indexBits(n)}
	if !keyless || s.packedWrong || len(s.movers[packedWords]) == 0 || n == 0 {
		return p
	}
	tile := func(kind payloadKind) int { return kernel.BySize(s.movers[kind], n).spec.Shape.TileSize() }
	switch {
	case kind == withIndex:
		p.at = s.o.packsAt(p.bits, tile(packsIndex))
	case kind == withPayload && s.o.ValueBits > 0 && n >= s.leastValues:
		p.bits = s.o.ValueBits
		p.at = s.o.packsAt(p.bits, 0)
	}
	if makesIndex := kind == withIndex && p.at == 0; !makesIndex && tile(packedWords) < tile(withPayload) {
		p.at = never
	}
	return p
}

// readyPacked compiles and self-tests the kernels of packed sorts for at most n keys, unless they
// are. If the test fails, all sorts move indices and values beside the keys.
func (s *Sorter) readyPacked(kind payloadKind, keyless bool, n int) (packing, error) {
	p := s.packing(kind, keyless, n)
	if p.at == never {
		return p, nil
	}
	packs := s.kindAt(kind, p.at, keyless, p.at)
	if p.at == 0 && s.fuses(packs, n) { // the test of that first pass has the passes behind it
		if err := s.readyFused(packs, n); err != nil || s.fuses(packs, n) {
			return p, err
		}
	}
	m, words := kernel.BySize(s.movers[packs], n), kernel.BySize(s.movers[packedWords], n)
	if m.tested || s.inTest {
		return p, nil
	}
	err := kernel.RunSelfTest(s.d, "radix, packed argsort", m.spec.Shape, kernel.SelfTest{
		Specs: []kernel.Spec{m.spec, words.spec}, Test: func() error { return s.testPacked(packs, n) },
	})
	if err == nil {
		m.tested = true
		return p, nil
	}
	p.at = never
	if !errors.Is(err, gpu.ErrSelfTest) {
		return p, err
	}
	s.packedWrong = true
	return p, s.renewState()
}

// unpacked makes all argsorts move indices beside the keys, until all is called.
func (s *Sorter) unpacked() (all func()) {
	wrong := s.packedWrong
	s.packedWrong = true
	return func() { s.packedWrong = wrong }
}

// testPacked is the self-test: of few tiles, whole and by a count on the GPU, without a fused first
// pass.
func (s *Sorter) testPacked(packs payloadKind, n int) error {
	defer s.onlyPasses()()
	defer s.onlyFor(n)()
	m, words, fusedTiles := &s.movers[packs][0], &s.movers[packedWords][0], s.fusedTiles
	for _, k := range []*mover{m, words} {
		if err := loadForTest(s.d, &k.pass, k.spec); err != nil {
			return err
		}
	}
	s.fusedTiles = 0
	defer func() { s.fusedTiles = fusedTiles }()
	return s.tryPacked(packs, 5, false)
}

// tryPacked makes the sorts of a self-test, of so many tiles.
func (s *Sorter) tryPacked(packs payloadKind, tiles int, fused bool) error {
	return s.aside(func(r *rand.Rand) error {
		least := s.leastValues
		defer func() { s.leastValues = least }()
		s.leastValues = 0
		s.o.ValueBits = 17 // of 32 and the 15 bits that a sort by 23 leaves
		return s.tryAll(r, s.packedTrials(packs, tiles, fused))
	})
}

// packedTrials are the sorts of the self-tests, of so many tiles. Those of a fused first pass have
// two passes or more, as others fuse nothing.
func (s *Sorter) packedTrials(packs payloadKind, tiles int, fused bool) []trial {
	shape, all := s.movers[packs][0].spec.Shape, 8*s.o.Type.Bytes()
	n, most := (tiles-1)*shape.TileSize()+37, min(all, 32-placeBits(shape))
	switch packs {
	case packsValues:
		return []trial{
			{use: ForValues, n: n, most: n, bits: min(all, 23)},
			{use: ForValues, n: n / 2, most: n, first: min(3, all-9), bits: min(all-5, 12), descending: true},
			{use: ForValues, n: n, most: n, first: all - 9, bits: 9, kind: gappedKeys},
			{use: ForValues, n: 1, most: 1, bits: 9},
		}
	case packsPayload:
		return []trial{
			{use: ForIndices, n: n, most: n},
			{use: ForIndices, n: n / 2, most: n, first: 1, bits: all - 1, descending: true},
			{use: ForIndices, n: n, most: n, bits: 29, kind: gappedKeys},
		}
	}
	last := 5
	if fused {
		last = 9
	}
	return []trial{
		{use: ForIndices, n: n, most: n, bits: min(most, 17)},
		{use: ForIndices, n: n / 2, most: n, first: min(3, all-5), bits: min(most, all-3, 16), descending: true},
		{use: ForIndices, n: n, most: n, first: max(0, all-last), bits: min(all, last), kind: gappedKeys},
		{use: ForIndices, n: 1, most: 1, bits: min(most, 9)},
	}
}
