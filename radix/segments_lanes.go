// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"maps"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// The sort of a window's segments in registers (shaders/radix/window_lanes.glsl).

// joinLanes is the most lanes that sort a segment in registers, or a piece of one.
const joinLanes = 32

// runPieces decides, for each window, whether each invocation sorts a run of its items first: if
// more segments than this lie within runs. 2.5, 5 and 10 % of the items took the same time.
func runPieces(tile kernel.Shape) int { return windowItems(tile) / 20 }

// lanesSpec is the kernel of windows in registers, of the same windows as another.
func lanesSpec(windows kernel.Spec, shape kernel.Shape, t gpu.Type) kernel.Spec {
	one, k := windows, keyTypes[t]
	one.File = "radix/segments_lanes.comp.glsl"
	one.Shape = shape.With(windows.Shape.GroupSize, windows.Shape.ItemsPerThread)
	one.Constants = maps.Clone(windows.Constants)
	join := min(shape.LaneCount, joinLanes)
	one.Constants["JOIN_LANES"], one.Constants["JOIN_BITS"] = uint32(join), uint32(bits.Len(uint(join))-1)
	one.Constants["RUN_PIECES"] = uint32(runPieces(windows.Shape))
	one.Slots = maps.Clone(windows.Slots)
	delete(one.Slots, "PAYLOAD")
	one.Slots["UNSORTABLE"] = shaders.Snippet{File: k.order + "_back"}
	one.Slots["EXCHANGE"] = shaders.Snippet{File: "radix/exchange.glsl#" + []string{"word", "pair"}[k.words-1]}
	return one
}

// pieceItems is the items of a lane where a window lists its segments. With 16 instead of 8, 2^24
// words in segments of 64 on average took an H200 200 us instead of 209.
func pieceItems(tile kernel.Shape) int { return 2 * tile.ItemsPerThread }

// piecesSpec is the kernel of windows in registers with few segments (radix/window_pieces.glsl), of
// the same windows as another.
func piecesSpec(lanes kernel.Spec) kernel.Spec {
	one := lanes
	one.File = "radix/segments_pieces.comp.glsl"
	one.Constants = maps.Clone(lanes.Constants)
	delete(one.Constants, "RUN_PIECES")
	one.Constants["LANE_ITEMS"] = uint32(pieceItems(lanes.Shape))
	return one
}

// listsSegments says whether windows may list their segments: those of keys of a word, with 32
// lanes or more. With 8 lanes and usual tiles Mesa 26.1 sorts wrongly, for a reason not found, and
// the self-test does not see it. Small tiles of tests are right with 4 lanes too. It is pure.
func listsSegments(c gpu.Caps, shape kernel.Shape, t gpu.Type) bool {
	return keyTypes[t].words == 1 && (shape.LaneCount >= 32 || c.Internal().GroupSize > 0)
}

// preparePieces compiles and self-tests the sort of windows with few segments, for keys of a word.
// If it fails, the other kernel in registers sorts.
func (s *Sorter) preparePieces(spec kernel.Spec) error {
	s.segments.listed = !s.segments.merges && listsSegments(s.d.Caps(), spec.Shape, s.o.Type)
	if !s.segments.listed {
		return nil
	}
	err := kernel.RunSelfTest(s.d, "radix, segments in pieces", spec.Shape, kernel.SelfTest{Specs: []kernel.Spec{spec}, Test: func() error {
		if err := loadForTest(s.d, &s.segments.pieces, spec); err != nil {
			return err
		}
		return s.testLanes()
	}})
	if err == nil {
		err = load(s.d, &s.segments.pieces, spec)
	}
	if errors.Is(err, gpu.ErrSelfTest) {
		s.segments.pieces.Release()
		s.segments.listed, err = false, nil
	}
	return err
}

// leastMean is the mean length of segments from which their windows list them. With 2 items each
// the list took an H200 216 us for 2^24 words, and the other kernel 187. With 1 to 7 it took 183
// and 226.
const leastMean = 3

// inPieces reports whether the windows of a sort in registers list their segments.
func (s *Sorter) inPieces(n, segments int) bool { return s.segments.listed && n/leastMean >= segments }

// prepareLanes compiles and self-tests the sort in registers, where lanes exchange keys. If it
// fails, the merges sort.
func (s *Sorter) prepareLanes(spec kernel.Spec) error {
	s.segments.merges = spec.Shape.Lanes != gpu.LanesKHR
	s.segments.listed = false // this self-test is of the kernel in spec
	if s.segments.merges {
		return nil
	}
	err := kernel.RunSelfTest(s.d, "radix, segments in lanes", spec.Shape, kernel.SelfTest{Specs: []kernel.Spec{spec}, Test: func() error {
		if err := loadForTest(s.d, &s.segments.lanes, spec); err != nil {
			return err
		}
		return s.testLanes()
	}})
	if err == nil {
		err = load(s.d, &s.segments.lanes, spec)
	}
	if errors.Is(err, gpu.ErrSelfTest) {
		s.segments.lanes.Release()
		s.segments.merges, err = true, nil
	}
	return err
}

// inLanes reports whether a sort of segments takes place in registers: of keys alone, by all bits.
func (s *Sorter) inLanes(stride int) bool {
	return !s.segments.merges && stride == 0 && s.o.Bits == 8*s.o.Type.Bytes()
}
