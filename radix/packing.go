// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"maps"
	"math/bits"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// A packed argsort moves one word for each key. Each pass uses up a digit. As soon as the bits that
// remain and the key's index fit in 32 bits, a pass writes them as one word, the bits above the
// index. The later passes sort these words, and the last one writes only the indices.

// never is the place of a pass that packs if none does.
const never = -1

// packsAt is the pass of an argsort of at most n keys that packs, or never. The first pass packs if
// all bits of a key fit in a word above the place in its tile, which has that many keys. A later
// pass packs if another one follows. It is pure.
func (o Options) packsAt(n, tile int) int {
	for place := range o.passes() {
		left := max(0, o.Bits-(place+1)*digitBits)
		switch {
		case left+indexBits(n) > 32:
		case place == 0 && o.Bits+bits.Len(uint(tile-1)) <= 32, place > 0 && left > 0:
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
	if f.keys == gpu.Uint32 {
		f.chain[packedWords] = like(keysAlone, "PUT", "put.glsl#word_masked")
	} else {
		f.chain[packedWords] = specs(shape, gpu.Uint32, inOrder).chain[packedWords]
	}
}

// setPacked sets what a pass of a packed argsort needs besides its digit.
func (s *Sorter) setPacked(k *kernel.Kernel, u packUniforms, m move, r run, place int) {
	if m.kind < plainKinds {
		return
	}
	from, at := s.o.FirstBit, indexBits(r.n.Max())
	if m.kind == packsPayload {
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
func (s *Sorter) digitAt(kind payloadKind, place int, r run) pass {
	digit := s.o.pass(place)
	switch kind {
	case packsIndex:
		digit.shift = placeBits(kernel.For(s.movers[kind], r.n.Max()).spec.Shape)
	case packedWords:
		digit.shift = indexBits(r.n.Max()) + (place-r.packsAt-1)*digitBits
	}
	return digit
}

// placeBits is the number of bits of a place in a tile.
func placeBits(s kernel.Shape) int { return bits.Len(uint(s.TileSize() - 1)) }

// packingPass is the pass that packs in a sort whose first pass moves kind, or never. The status
// words of a pass are cleared by the one before, which therefore has as many tiles at least.
func (s *Sorter) packingPass(kind payloadKind, keyless bool, n int) int {
	if kind != withIndex || !keyless || s.packedWrong || len(s.movers[packedWords]) == 0 || n == 0 {
		return never
	}
	tile := func(kind payloadKind) int { return kernel.For(s.movers[kind], n).spec.Shape.TileSize() }
	place := s.o.packsAt(n, tile(packsIndex))
	if place > 0 && tile(packedWords) < tile(withPayload) {
		return never
	}
	return place
}

// readyPacked compiles and self-tests the kernels of packed argsorts for at most n keys, unless
// they are. If the test fails, all argsorts move indices beside the keys. It returns the pass that
// packs.
func (s *Sorter) readyPacked(kind payloadKind, keyless bool, n int) (int, error) {
	at := s.packingPass(kind, keyless, n)
	if at == never {
		return at, nil
	}
	packs := packsIndex
	if at > 0 {
		packs = packsPayload
	}
	m, words := kernel.For(s.movers[packs], n), kernel.For(s.movers[packedWords], n)
	if m.tested {
		return at, nil
	}
	err := kernel.RunSelfTest(s.d, "radix, packed argsort", m.spec.Shape, kernel.SelfTest{
		Specs: []kernel.Spec{m.spec, words.spec}, Test: func() error { return s.testPacked(packs, n) },
	})
	if err == nil {
		m.tested = true
		return at, nil
	}
	if !errors.Is(err, gpu.ErrSelfTest) {
		return never, err
	}
	s.packedWrong = true
	return never, s.renewState()
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
	s.fusedTiles, m.tested = 0, true
	defer func() { s.fusedTiles, m.tested = fusedTiles, false }()
	return s.aside(func(r *rand.Rand) error { return s.tryAll(r, s.packedTrials(packs, 5)) })
}

// packedTrials are the sorts of the self-tests, of so many tiles.
func (s *Sorter) packedTrials(packs payloadKind, tiles int) []trial {
	shape, all := s.movers[packs][0].spec.Shape, 8*s.o.Type.Bytes()
	n, most := (tiles-1)*shape.TileSize()+37, min(all, 32-placeBits(shape))
	if packs == packsPayload {
		return []trial{
			{use: ForIndices, n: n, most: n},
			{use: ForIndices, n: n / 2, most: n, first: 1, bits: all - 1, descending: true},
			{use: ForIndices, n: n, most: n, bits: 29, kind: gappedKeys},
		}
	}
	return []trial{
		{use: ForIndices, n: n, most: n, bits: min(most, 17)},
		{use: ForIndices, n: n / 2, most: n, first: min(3, all-5), bits: min(most, all-3, 16), descending: true},
		{use: ForIndices, n: n, most: n, first: all - 5, bits: 5, kind: gappedKeys},
		{use: ForIndices, n: 1, most: 1, bits: min(most, 9)},
	}
}
