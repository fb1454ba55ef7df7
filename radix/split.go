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
	splitGroup  = 1024 // invocations of a workgroup; OpenGL 4.3 has as many
	splitRoom   = 2048 // items that a workgroup sorts at a time
	splitSample = 512  // keys of the sample, at most one for an invocation
	splitEach   = 128  // the mean of a workgroup's items, with fewer workgroups than multiprocessors
	splitMean   = 512  // the most of that mean: a workgroup rarely has four times as many
	splitMost   = 1 << 16
)

// splitShape is the workgroup of a sort by splitters, and the most items: 0 where there is none. It
// is pure. It is used where tiles are, for keys of a word. Each multiprocessor reads all keys, so a
// GPU of few multiprocessors does not gain.
func (o Options) splitShape(c gpu.Caps, s kernel.Shape) (shape kernel.Shape, most int) {
	if len(o.tileShapes(c, s)) == 0 || keyTypes[o.Type].words > 1 {
		return kernel.Shape{}, 0
	}
	return s.With(splitGroup, splitRoom/splitGroup), min(c.Multiprocessors*splitMean, splitMost)
}

// splitSpec is the kernel of a workgroup.
func splitSpec(f family, kind tileKind) kernel.Spec {
	spec := tileSpec(f, kind)
	spec.File = "radix/radix_split.comp.glsl"
	spec.Constants["CELL_BITS"] = uint32(placeBits(spec.Shape))
	spec.Constants["SAMPLE_MOST"], spec.Constants["UNROLL"] = uint32(splitSample), true
	spec.Slots["UNSORTABLE"] = shaders.Snippet{File: keyTypes[f.keys].order + "_back"}
	delete(spec.Slots, "CELLS")
	delete(spec.Slots, "DIGIT")
	return spec
}

// buildSplits adds the sorters by splitters to those of tiles, behind those that sort by cells.
func (s *Sorter) buildSplits(shape kernel.Shape, most, multiprocessors int) {
	f := specs(shape, s.o.Type, false)
	for _, kind := range tileKinds {
		all := s.tileSorters[kind]
		at := 0
		for at < len(all) && all[at].cells {
			at++
		}
		split := &tileSorter{sized: sized{spec: splitSpec(f, kind), most: most, atOnce: multiprocessors}, split: true}
		s.tileSorters[kind] = slices.Insert(all, at, split)
	}
}

// splitGains reports whether a sort by splitters of at most n items takes less time than passes or
// a tile by digits. It is pure. A sort in place begins with a copy.
func splitGains(payload payloadKind, n, passes int, inPlace bool) bool {
	switch {
	case passes < 2 || passes == 2 && inPlace:
		return false
	case passes == 2:
		return n <= splitOfTwo && (payload != keysAlone || n > tileWords)
	case inPlace:
		return n <= splitInPlace
	}
	return true
}

// The most items where a sort has two passes, or is in place.
const (
	splitOfTwo   = 1 << 14
	splitInPlace = 1 << 15
)

// groupsOf is the number of workgroups that sort at most n items.
func (t *tileSorter) groupsOf(n int) int {
	if t.split {
		return max(1, min((n+splitEach-1)/splitEach, t.atOnce))
	}
	return 1
}

// copiesBefore is the copy that a sort by splitters in place begins with, as its workgroups read
// all keys while others write.
func copiesBefore(kind payloadKind) payloadKind {
	if kind.movesPayload() {
		return kind
	}
	return keysAlone
}
