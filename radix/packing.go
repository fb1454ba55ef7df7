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

// A packed argsort moves one word for each key. The first pass reads the keys and uses up a digit.
// If the bits that remain and the key's index fit in 32 bits, it writes them as one word, the bits
// above the index. The later passes sort these words, and the last one writes only the index.

// packs reports whether an argsort of at most n keys is packed, in passes whose tiles have that
// many keys. Inside the first pass an item is all bits of a key and its place in the tile. It is
// pure.
func (o Options) packs(n, tile int) bool {
	return o.Bits+bits.Len(uint(tile-1)) <= 32 && max(0, o.Bits-digitBits)+indexBits(n) <= 32
}

// mostPacked is the most keys of a packed argsort. It is pure.
func (o Options) mostPacked() int {
	return min(gpu.MaxItems, 1<<max(0, 32-max(0, o.Bits-digitBits)))
}

// indexBits is the number of bits of an index below n.
func indexBits(n int) int { return bits.Len(uint(n - 1)) }

// packUniforms are those of the parts digit_packing of radix/keys.glsl and word_packed and
// word_masked of radix/put.glsl.
type packUniforms struct {
	From      kernel.Uniform `uniform:"sorted_from,optional"`
	Sorted    kernel.Uniform `uniform:"sorted_mask,optional"`
	IndexBits kernel.Uniform `uniform:"index_bits,optional"`
	Mask      kernel.Uniform `uniform:"dst_mask,optional"`
}

// addPacked adds the kernels of packed argsorts of a type of keys. Those of the later passes are
// the same for all types.
func (f *family) addPacked(shape kernel.Shape, inOrder bool) {
	first := f.chain[keysAlone]
	first.Slots, first.Constants = maps.Clone(first.Slots), maps.Clone(first.Constants)
	first.Slots["DIGIT"] = shaders.Snippet{File: "radix/keys.glsl#digit_packing"}
	first.Slots["PUT"] = shaders.Snippet{File: "radix/put.glsl#word_packed"}
	first.Constants["PLACE_BITS"] = uint32(placeBits(shape)) // of the shape's tile; sized has others
	f.chain[packsIndex] = first
	later := first
	if f.keys != gpu.Uint32 {
		later = specs(shape, gpu.Uint32, inOrder).chain[packedWords]
	} else {
		later.Slots = maps.Clone(f.chain[keysAlone].Slots)
		later.Slots["PUT"] = shaders.Snippet{File: "radix/put.glsl#word_masked"}
	}
	f.chain[packedWords] = later
}

// setPacked sets what a pass of a packed argsort needs besides its digit.
func (s *Sorter) setPacked(k *kernel.Kernel, u packUniforms, place, n int) {
	at := indexBits(n)
	mask := uint32(1<<32 - 1)
	if place == s.o.passes()-1 {
		mask = 1<<at - 1
	}
	k.Set(u.From, uint32(s.o.FirstBit))
	k.Set(u.Sorted, 1<<s.o.Bits-1)
	k.Set(u.IndexBits, uint32(at))
	k.Set(u.Mask, mask)
}

// digitAt is the digit of a pass in the items that it moves.
func (s *Sorter) digitAt(kind payloadKind, place, n int) pass {
	digit := s.o.pass(place)
	switch kind {
	case packsIndex:
		digit.shift = placeBits(kernel.For(s.movers[kind], n).spec.Shape)
	case packedWords:
		digit.shift = indexBits(n) + (place-1)*digitBits
	}
	return digit
}

// placeBits is the number of bits of a place in a tile.
func placeBits(s kernel.Shape) int { return bits.Len(uint(s.TileSize() - 1)) }

// packedKind is the payload of a sort's first pass: packsIndex in place of withIndex if the sort
// is packed.
func (s *Sorter) packedKind(kind payloadKind, keyless bool, n int) payloadKind {
	if kind != withIndex || !keyless || s.packedWrong || len(s.movers[packsIndex]) == 0 || n == 0 {
		return kind
	}
	if !s.o.packs(n, kernel.For(s.movers[packsIndex], n).spec.Shape.TileSize()) {
		return kind
	}
	return packsIndex
}

// readyPacked compiles and self-tests the kernels of a packed argsort, unless they are. If the test
// fails, indices move beside the keys. It returns the payload of the first pass.
func (s *Sorter) readyPacked(kind payloadKind, keyless bool, n int) (payloadKind, error) {
	now := s.packedKind(kind, keyless, n)
	if now != packsIndex {
		return now, nil
	}
	m := kernel.For(s.movers[packsIndex], n)
	if m.tested {
		return now, nil
	}
	later := kernel.For(s.movers[packedWords], n)
	all := []kernel.Spec{m.spec, later.spec}
	err := kernel.RunSelfTest(s.d, "radix, packed argsort", m.spec.Shape, kernel.SelfTest{Specs: all, Test: func() error { return s.testPacked(m, later) }})
	if err == nil {
		m.tested = true
		return now, nil
	}
	if !errors.Is(err, gpu.ErrSelfTest) {
		return kind, err
	}
	s.packedWrong = true
	return kind, s.renewState()
}

// unpacked makes all argsorts move indices beside the keys, until all is called.
func (s *Sorter) unpacked() (all func()) {
	wrong := s.packedWrong
	s.packedWrong = true
	return func() { s.packedWrong = wrong }
}

// testPacked is the self-test: of few tiles, whole and by a count on the GPU, in one pass and in
// several, without a fused first pass.
func (s *Sorter) testPacked(first, later *mover) error {
	for _, m := range []*mover{first, later} {
		if err := loadForTest(s.d, &m.pass, m.spec); err != nil {
			return err
		}
	}
	defer s.onlyPasses()()
	defer s.onlyMover(packsIndex, first)()
	fusedTiles := s.fusedTiles
	s.fusedTiles = 0
	s.movers[packsIndex][0].tested = true
	defer func() {
		s.movers[packsIndex][0].tested = false
		s.fusedTiles = fusedTiles
	}()
	return s.aside(func(r *rand.Rand) error { return s.tryAll(r, s.packedTrials(first, 5)) })
}

// packedTrials are the sorts of the self-tests, of so many tiles. At most 32 bits remain in a word.
func (s *Sorter) packedTrials(m *mover, tiles int) []trial {
	n, all := (tiles-1)*m.spec.Shape.TileSize()+37, 8*s.o.Type.Bytes()
	most := min(all, 32-placeBits(m.spec.Shape))
	return []trial{
		{use: ForIndices, n: n, most: n, bits: min(most, 17)},
		{use: ForIndices, n: n / 2, most: n, first: min(3, all-5), bits: min(most, all-3, 16), descending: true},
		{use: ForIndices, n: n, most: n, first: all - 5, bits: 5, kind: gappedKeys},
		{use: ForIndices, n: 1, most: 1, bits: min(most, 9)},
	}
}
