// SPDX-License-Identifier: MIT

package radix

import (
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// More items than a tile has, and not many, are sorted in one dispatch too (radix_split.comp.glsl).
// Each workgroup reads all keys, and sorts and writes those between two splitters of a sample. That
// reads the keys many times, from a cache, and saves three dispatches that wait for each other.

const (
	splitterGroup  = 1024    // invocations of a workgroup; OpenGL 4.3 has as many
	splitterRoom   = 2048    // items that a workgroup sorts at a time
	splitterSample = 512     // keys of the sample, at most one for an invocation
	splitterEach   = 128     // the mean of a workgroup's items, with fewer workgroups than multiprocessors
	splitterMean   = 512     // the most of that mean: a workgroup rarely has four times as many
	splitterMost   = 1 << 16 // items of a sort, however many multiprocessors
)

// splitterShape is the workgroup of a sort by splitters, and the most items of such a sort: 0 where
// there is none. It is pure. It needs tileShapes. Each multiprocessor reads all keys, so fewer
// multiprocessors gain with fewer items only.
func (o Options) splitterShape(c gpu.Caps, s kernel.Shape) (shape kernel.Shape, most int) {
	if len(o.tileShapes(c, s)) == 0 {
		return kernel.Shape{}, 0
	}
	return s.With(splitterGroup, splitterRoom/splitterGroup), min(c.Multiprocessors*splitterMean, splitterMost)
}

// splitterSpec is the kernel that sorts by splitters.
func splitterSpec(f family, kind tileKind) kernel.Spec {
	spec := tileSpec(f, kind)
	spec.File = "radix/radix_split.comp.glsl"
	spec.Constants["CELL_BITS"] = uint32(placeBits(spec.Shape))
	spec.Constants["SAMPLE_MOST"], spec.Constants["UNROLL"] = uint32(splitterSample), true
	spec.Slots["UNSORTABLE"] = shaders.Snippet{File: keyTypes[f.keys].order + "_back"}
	spec.Slots["ITEMS"] = shaders.Snippet{File: "radix/split_item.glsl#" + []string{"word", "pair"}[keyTypes[f.keys].words-1]}
	delete(spec.Slots, "CELLS")
	delete(spec.Slots, "DIGIT")
	return spec
}

// buildSplitters adds the kernels by splitters to the table of buildTiles: behind those that sort a
// tile by cells, and before those that do by digits.
func (s *Sorter) buildSplitters(shape kernel.Shape, most, multiprocessors int) {
	f := specs(shape, s.o.Type, false)
	for _, kind := range tileKinds {
		all := s.oneDispatch[kind]
		at := 0
		for at < len(all) && all[at].cells {
			at++
		}
		split := &oneDispatch{sized: sized{spec: splitterSpec(f, kind), most: most, atOnce: multiprocessors}, split: true}
		s.oneDispatch[kind] = slices.Insert(all, at, split)
	}
}

// splitterGains reports whether splitters sort at most n keys of so many words in less time than
// passes or a tile by digits. It is pure. A sort in place begins with a copy. By 24 bits, 2^16 keys
// of two words took an H200 36 us by splitters and 27 us by passes, and 2^15 took 24 and 26.
func splitterGains(payload payloadKind, words, n, passes int, inPlace bool) bool {
	switch {
	case passes < 2 || passes == 2 && inPlace:
		return false
	case passes == 2:
		return n <= splitterMostOfTwo/words && (payload != keysAlone || n > tileWords/words)
	case words == 1 && inPlace, words == 2 && passes <= 4:
		return n <= splitterMostOfFew
	}
	return true
}

// The most items that splitters sort where passes would be two, of keys of a word, and where passes
// are few for the bytes of a key.
const (
	splitterMostOfTwo = 1 << 14
	splitterMostOfFew = 1 << 15
)

// groupsOf is the number of workgroups of a sort of at most n items.
func (t *oneDispatch) groupsOf(n int) int {
	if t.split {
		return max(1, min((n+splitterEach-1)/splitterEach, t.atOnce))
	}
	return 1
}

// copiesBefore is what the copy moves that begins a sort by splitters in place. Its workgroups read
// all keys while others write. An argsort copies keys alone, as its kernel makes the indices.
func copiesBefore(kind payloadKind) payloadKind {
	if kind.movesPayload() {
		return kind
	}
	return keysAlone
}
