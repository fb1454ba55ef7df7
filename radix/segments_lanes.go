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

// prepareLanes compiles and self-tests the sort in registers, where lanes exchange keys. If it
// fails, the merges sort.
func (s *Sorter) prepareLanes(spec kernel.Spec) error {
	s.segments.merges = spec.Shape.Lanes != gpu.LanesKHR
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
