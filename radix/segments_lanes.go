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

// runPieces decides, for each window, whether each invocation sorts a run of its items first. It
// does if more segments than this lie within runs. 2.5, 5 and 10 % of the items took the same time.
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

// The calls that take the second of piecesShapes: of so many items or more, in segments of so many
// on average.
const (
	manyPieces  = 1 << 21
	manyInPiece = 16
)

// takesMany reports whether a call takes the second of piecesShapes. It is pure.
func takesMany(n, segments int) bool { return n >= manyPieces && n/manyInPiece >= segments }

// piecesShapes are the workgroups that list a window's segments, in calls of few items and of many.
// It is pure. The second has fewer invocations with as many registers each, so more workgroups run
// at once: 2^24 words in segments of 64 on average took an H200 143 us, and 158 with the first.
// Segments of 8 took 109 and 104, and 2^12 words in segments of 64 took 14.4 and 13.2.
func piecesShapes(tile kernel.Shape) [2]kernel.Shape {
	return [2]kernel.Shape{tile, tile.With(tile.GroupSize/2, 2*tile.ItemsPerThread)}
}

// fewMost is how many pieces of at most pieceItems a window lists. It is pure. Shared memory of
// 9,728 bytes for each workgroup of piecesShapes[1] lets six of them run at once on an H200. With
// lists for 384 pieces 2^24 words in segments of 64 on average took 142 us, for 427 five
// workgroups and 159 us. With lists for 321 segments of 3 and 4 items took 185 us, here 141.
func fewMost(tile kernel.Shape) int { return windowItems(tile) * 3 / 10 }

// piecesSpecs are the kernels of windows in registers with few segments (radix/window_pieces.glsl),
// by piecesShapes, of the same windows as another.
func piecesSpecs(lanes kernel.Spec) (all [2]kernel.Spec) {
	for i, shape := range piecesShapes(lanes.Shape) {
		one := lanes
		one.File, one.Shape = "radix/segments_pieces.comp.glsl", shape
		one.Constants = maps.Clone(lanes.Constants)
		delete(one.Constants, "RUN_PIECES")
		one.Constants["LANE_ITEMS"] = uint32(pieceItems(lanes.Shape))
		one.Constants["FEW_MOST"] = uint32(fewMost(lanes.Shape))
		one.Constants["FINDS"] = i == 0
		all[i] = one
	}
	return all
}

// sortsInLanes says whether windows may be sorted in registers: where lanes exchange keys, and if a
// workgroup of a shape has as many items as a window. With 8 lanes one has 128 invocations, too few
// for windows of the usual size. It is pure.
func sortsInLanes(shape, window kernel.Shape) bool {
	return shape.Lanes == gpu.LanesKHR && shape.TileSize() == window.TileSize()
}

// preparePieces compiles and self-tests the sorts of windows with few segments, for keys of a word.
// If one fails, the other kernel in registers sorts.
func (s *Sorter) preparePieces(specs [2]kernel.Spec) (err error) {
	g := s.segments
	g.listed = !g.merges && keyTypes[s.o.Type].words == 1
	if !g.listed {
		return nil
	}
	for i, spec := range specs {
		err = kernel.RunSelfTest(s.d, "radix, segments in pieces", spec.Shape, kernel.SelfTest{Specs: []kernel.Spec{spec}, Test: func() error {
			if err := loadForTest(s.d, &g.pieces[i], spec); err != nil {
				return err
			}
			g.tested = &g.pieces[i]
			defer func() { g.tested = nil }()
			return s.testLanes()
		}})
		if err == nil {
			err = load(s.d, &g.pieces[i], spec)
		}
		if err != nil {
			break
		}
	}
	if errors.Is(err, gpu.ErrSelfTest) {
		for i := range g.pieces {
			g.pieces[i].Release()
		}
		g.listed, err = false, nil
	}
	return err
}

// leastMean is the mean length of segments from which their windows list them. With 2 items each
// the list took an H200 216 us for 2^24 words, and the other kernel 187. With 1 to 7 it took 183
// and 226.
const leastMean = 3

// inPieces reports whether the windows of a sort in registers list their segments.
func (s *Sorter) inPieces(n, segments int) bool { return s.segments.listed && n/leastMean >= segments }

// piecesFor is the kernel that lists the segments of windows.
func (s *Sorter) piecesFor(n, segments int) *kernel.Loaded[windowUniforms] {
	if s.segments.tested != nil {
		return s.segments.tested
	}
	return &s.segments.pieces[word(takesMany(n, segments))]
}

// prepareLanes compiles and self-tests the sort in registers, where lanes exchange keys. If it
// fails, the merges sort.
func (s *Sorter) prepareLanes(spec kernel.Spec) error {
	s.segments.merges = !sortsInLanes(spec.Shape, s.layout.window)
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
