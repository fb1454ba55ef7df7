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

// The first k of short segments by teams of lanes (shaders/radix/segments_top.comp.glsl). Long
// segments are listed and sorted as SegmentedSort does it, and their first k are copied.

// topSorter has the kernel.
type topSorter struct {
	kernel kernel.Loaded[topUniforms]
	usable bool // lanes exchange keys, and the self-test passed
}

// topUniforms are those of segments_top.
type topUniforms struct {
	Wanted     kernel.Uniform `uniform:"k_wanted"`
	Team       kernel.Uniform `uniform:"team"`
	WritesKeys kernel.Uniform `uniform:"writes_keys"`
	FirstBit   kernel.Uniform `uniform:"first_bit"`
	Bits       kernel.Uniform `uniform:"bit_count"`
	Descending kernel.Uniform `uniform:"descending"`
}

// What segments_first finds of short segments.
const (
	foundNothing = iota
	foundIndices
	foundKeys // and indices
)

const (
	loadsOfTop   = 2 // loads of a lane under way
	insertsOfTop = 8 // items of a round that are inserted; more are sorted and merged
	manyOfTop    = 1 << 20
	leastTeam    = 8 // lanes: a lane alone would take a segment of 2,048 items one by one
)

// topSpec is the kernel, of the same windows as another.
func topSpec(windows kernel.Spec, shape kernel.Shape, t gpu.Type) kernel.Spec {
	one := windows
	one.File, one.Shape = "radix/segments_top.comp.glsl", shape.With(256, 1)
	one.Constants = maps.Clone(windows.Constants)
	one.Constants["LOADED"], one.Constants["INSERTED"], one.Constants["RADIX_BITS"] = uint32(loadsOfTop), uint32(insertsOfTop), uint32(digitBits)
	one.Slots = map[string]shaders.Snippet{"KEYS": windows.Slots["KEYS"], "KEY": windows.Slots["KEY"]}
	one.Buffers = []string{"Keys", "DstKeys", "DstIndices", "Heads", "SegmentCount", "Count", "Fault"}
	return one
}

// topTeam returns the lanes of a team that finds the first k of a segment, or 0 if k is more than a
// subgroup has. It is pure. The first 8 of segments of 64 on average took an H200 312 us with teams
// of 32 lanes for 2^24 words, 255 with 16 and 233 with 8. For 2^20 they took 42.9, 41.3 and 42.4,
// for 2^16 25.0, 28.2 and 34.6.
func topTeam(k, segments, n, lanes int) int {
	if k > lanes {
		return 0
	}
	each := 2 // items of a lane in a segment of mean length
	if n >= manyOfTop {
		each = 8
	}
	team := 1 << bits.Len(uint(max(k, n/max(segments, 1)/each, leastTeam)-1))
	return min(team, 1<<(bits.Len(uint(lanes))-1))
}

// topTeam is the function of that name for the Sorter, which may not take teams.
func (s *Sorter) topTeam(k, segments, n int) int {
	top := &s.segments.top
	if !top.usable {
		return 0
	}
	return topTeam(k, segments, n, top.kernel.Shape().LaneCount)
}

// findTop enqueues the search for the first k items of short segments. It reports what it finds.
func (s *Sorter) findTop(t *segmentedSort, dst arrays, k, team int) (found int) {
	top := &s.segments.top.kernel
	found = foundKeys
	if s.items != nil || keyTypes[s.o.Type].perWord > 1 {
		found = foundIndices
	}
	top.SetBuffer(0, t.keys)
	top.SetBuffer(1, dst.keys)
	top.SetBuffer(2, dst.payload)
	top.SetBuffer(3, t.offsets)
	top.SetSegmentCount(t.segments)
	top.SetCount(t.n)
	top.Set(top.U.Wanted, uint32(k))
	top.Set(top.U.Team, uint32(team))
	top.Set(top.U.WritesKeys, word(found == foundKeys))
	top.Set(top.U.FirstBit, uint32(s.o.FirstBit))
	top.Set(top.U.Bits, uint32(s.o.Bits))
	top.Set(top.U.Descending, word(s.o.Descending))
	each := top.Shape().GroupSize / team
	top.Dispatch((t.segments.Max() + each - 1) / each)
	return found
}

// firstByTeams enqueues SegmentedTopK by teams, and the sort of long segments if there may be any.
// A promise that there are none is checked as in SegmentedSort, by the search for windows.
func (s *Sorter) firstByTeams(t *segmentedSort, dst arrays, keys gpu.View, k, places, team int) {
	windows, hasLong := 0, s.hasLong(t.n.Max())
	if hasLong || s.o.LongestSegment > 0 {
		windows = s.searchWindows(t)
	}
	found := s.findTop(t, dst, k, team)
	if !hasLong && found == foundKeys {
		return
	}
	s.d.StorageBarrier()
	if hasLong {
		s.sortListed(t, windows)
		s.d.StorageBarrier()
	}
	s.copyFirsts(t, dst, keys, k, places, found)
}

// takesTeams reports whether teams can find the first k: up to 32 lanes exchange keys of a word. It
// is pure.
func takesTeams(s kernel.Shape, t gpu.Type) bool {
	return s.Lanes == gpu.LanesKHR && s.LaneCount <= 32 && keyTypes[t].words == 1
}

// prepareTop compiles and self-tests the kernel, where teams can find the first k and long segments
// are listed. If it fails, SegmentedTopK sorts all segments.
func (s *Sorter) prepareTop() error {
	g := s.segments
	if !takesTeams(s.shape, s.o.Type) || !g.lists || g.top.kernel.Kernel != nil {
		return nil
	}
	spec := topSpec(s.layout.segmentSpecs(s.o.Type, s.inOrder).windows[0], s.layout.shape, s.o.Type)
	err := kernel.RunSelfTest(s.d, "radix, first k by teams", spec.Shape, kernel.SelfTest{Specs: []kernel.Spec{spec}, Test: func() error {
		if err := loadForTest(s.d, &g.top.kernel, spec); err != nil {
			return err
		}
		g.top.usable = true
		defer func() { g.top.usable = false }()
		return s.testFirsts()
	}})
	if err == nil {
		err = load(s.d, &g.top.kernel, spec)
		g.top.usable = err == nil
	}
	if errors.Is(err, gpu.ErrSelfTest) {
		g.top.kernel.Release()
		return nil
	}
	return err
}
