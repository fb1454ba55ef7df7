// SPDX-License-Identifier: MIT

package reduce

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// teams reduces segments by teams of lanes (shaders/reduce/segments_reduce.comp.glsl). Long
// segments are cut into parts, whose number is known on the GPU alone. Of few items, a workgroup
// reduces the long segments that its teams find (segments_few.comp.glsl).
type teams struct {
	d        *gpu.Device
	few      kernel.Loaded[teamUniforms]
	short    kernel.Loaded[teamUniforms]
	long     kernel.Loaded[longUniforms]
	parts    *gpu.Buffer[uint32] // the list of parts
	partials *gpu.Buffer[uint32] // a value for each part
	room     int                 // parts that both hold
	turn     uint32              // of the next call, 0 or 1
}

// teamUniforms are those of segments_reduce and segments_few.
type teamUniforms struct {
	Team    kernel.Uniform `uniform:"team"`
	Longest kernel.Uniform `uniform:"longest"`
	Turn    kernel.Uniform `uniform:"turn,optional"`      // of segments_reduce alone
	Room    kernel.Uniform `uniform:"part_room,optional"` // of segments_reduce alone
}

// longUniforms are those of long_reduce.
type longUniforms struct {
	Turn kernel.Uniform `uniform:"turn"`
	Room kernel.Uniform `uniform:"part_room"`
}

// On an H200 the sums of 2^24 words in segments of 64 took 41.7 us with 8 loads of a word at a
// time, 46.9 with 4, and 39.6 with 2 loads of four words. For 2^24 words no other teams were faster
// than those of an eighth of the mean length, for means of 2 to 2,048. A call of 2^20 words took as
// long by tiles. For few items a team has about twice as many lanes as a segment has items, so that
// hardly a lane has two loads in a row. 2^14 words in segments of 64 took 7.0 us, and 14.7 with
// teams of an eighth of the mean.
const (
	fewItems      = 1 << 16 // of a call, at most, for one dispatch of teams
	meanOfFew     = 1 << 8  // and the most items of a segment on average
	partItems     = 4096    // items of a part
	leastItems    = 1 << 21 // of a call, for teams to be faster than tiles
	leastLong     = 256     // items of a segment that every team reduces
	eachOfTeam    = 64      // items of a lane at most; a longer segment has parts
	eachOfFew     = 32      // the same of few items; the workgroup reduces a longer segment
	itemsOfLane   = 8       // items of a lane in a segment of mean length
	loadsOfTeam   = 8       // loads of a lane at a time
	foursOfTeam   = 2       // the same, of four words each
	loadsOfPart   = 16
	groupsOfTeams = 4 // workgroups for each worker at most; they take the segments in turn
	listWords     = 2 // of the list before the parts: a number of them for either turn
	wordsOfPart   = 3
)

// The buffers of both kernels, by index; the first four are those of the other kernels.
const (
	bufParts      = 4 // not of segments_few
	bufPartValues = 7
)

// inTeams reports whether teams can reduce segments: lanes exchange words, and a buffer of indices
// would be one too many for OpenGL 4.3. It is pure.
func (o Options) inTeams(s kernel.Shape, p plan) bool {
	return o.Segmented && o.inOnePass(p) && s.Algorithm == gpu.SinglePass && s.Lanes == gpu.LanesKHR && p.glue.HeldBytes() == 4 && o.Input != gpu.InputGathered
}

// teamFor returns the lanes of a team for segments of n items in all, or 0 if tiles are faster. It
// is pure. Most segments may be shorter than the mean: the real numbers may be on the GPU.
func teamFor(segments, n, lanes int) int {
	if segments == 0 || n > fewItems && n < leastItems || n < segments {
		return 0
	}
	if n <= fewItems {
		if n/segments > meanOfFew {
			return 0
		}
		return min(1<<bits.Len(uint(n/segments)), lanes)
	}
	return min(1<<bits.Len(uint(max(n/segments/itemsOfLane, 1)-1)), lanes)
}

// longest is the most items of a segment that a team reduces; a longer one has parts.
func longest(team int) int { return max(leastLong, team*eachOfTeam) }

// teamFor is the function of that name for the Reducer, which may have no teams.
func (r *Reducer) teamFor(segments, n int) int {
	switch {
	case r.teams == nil || segments == 0:
		return 0
	case r.forcedTeam != 0:
		return max(r.forcedTeam, 0)
	}
	return teamFor(segments, n, r.teams.short.Shape().LaneCount)
}

// share is the part of reduce/parts.glsl by which a team takes the items of a segment. It is pure.
func (o Options) share(p plan) string {
	if p.source == "lib/source.glsl#words" && o.Input == gpu.InputDirect {
		return "share_fours"
	}
	return "share_each"
}

// partsFor is the most parts of long segments of n items in all: those of more than a team takes.
func partsFor(n int) int { return n/partItems + n/leastLong + 1 }

// teamSpecs returns the kernels for short segments, for the parts of long ones, and for few items.
func teamSpecs(s kernel.Shape, p plan, o Options) []kernel.Spec {
	constants := p.glue.Merge(shaders.Constants{
		"PART_ITEMS": uint32(partItems), "LOADED": uint32(loadsOfTeam), "LOADED_FOURS": uint32(foursOfTeam), "FAULT_OFFSETS": uint32(kernel.FaultOffsets),
	})
	short := kernel.Spec{
		File: "reduce/segments_reduce.comp.glsl", Shape: s.With(256, 1), Constants: constants, Slots: p.slots(p.ends()),
		Buffers: []string{"Src", "Dst", "Count", "Fault", "Parts", "Heads", "SegmentCount"},
	}
	few := short
	short.Slots = maps.Clone(short.Slots)
	short.Slots["SHARE"] = shaders.Snippet{File: "reduce/parts.glsl#" + o.share(p)}
	few.File, few.Shape, few.Slots = "reduce/segments_few.comp.glsl", s.With(1024, 1), p.slots(p.ends())
	few.Buffers = slices.Clone(short.Buffers)
	few.Buffers[bufParts] = "Parts?"
	long := short
	long.File, long.Constants, long.Slots = "reduce/long_reduce.comp.glsl", maps.Clone(constants), p.slots(p.ends())
	long.Constants["LOADED"] = uint32(loadsOfPart)
	long.Buffers = append(slices.Clone(short.Buffers), "Partials")
	o.input().Fill(&short)
	o.input().Fill(&long)
	o.input().Fill(&few)
	return []kernel.Spec{short, long, few}
}

func newTeams(d *gpu.Device, all []kernel.Spec) (*teams, error) {
	g := &teams{d: d}
	var err error
	if g.short, err = kernel.Load[teamUniforms](d, all[0]); err == nil {
		g.long, err = kernel.Load[longUniforms](d, all[1])
	}
	if err == nil {
		g.few, err = kernel.Load[teamUniforms](d, all[2])
	}
	if err != nil {
		g.release()
		return nil, err
	}
	return g, nil
}

// reserve allocates the lists for calls of up to n items. They begin as zeros, and each call leaves
// what the next one needs.
func (g *teams) reserve(n int) error {
	room := partsFor(n)
	if room <= g.room {
		return nil
	}
	parts, err := gpu.NewBuffer[uint32](g.d, listWords+wordsOfPart*room)
	if err != nil {
		return fmt.Errorf("parts of segments: %w", err)
	}
	partials, err := gpu.NewBuffer[uint32](g.d, room)
	if err != nil {
		parts.Release()
		return fmt.Errorf("results of parts: %w", err)
	}
	g.parts.Release()
	g.partials.Release()
	g.parts, g.partials, g.room = parts, partials, room
	return nil
}

// reduceByTeams enqueues SegmentedReduce by teams of lanes, and then the parts of long segments if
// n items can have any.
func (r *Reducer) reduceByTeams(team int, dst, src, offsets gpu.View, segments, n gpu.Count) error {
	g := r.teams
	if n.Max() <= r.fewItems {
		if err := r.setTeams(&g.few, team, team*eachOfFew, dst, src, offsets, segments, n); err != nil {
			return err
		}
		g.few.Dispatch(teamGroups(g.few.Shape(), team, segments.Max()))
		r.d.MemoryBarrier()
		return nil
	}
	longest := longest(team)
	g.short.SetBuffer(bufParts, g.parts.View())
	g.short.Set(g.short.U.Turn, g.turn)
	g.short.Set(g.short.U.Room, uint32(g.room))
	if err := r.setTeams(&g.short, team, longest, dst, src, offsets, segments, n); err != nil {
		return err
	}
	g.short.Dispatch(min(teamGroups(g.short.Shape(), team, segments.Max()), groupsOfTeams*r.shape.Workers))
	if n.Max() > longest {
		r.d.StorageBarrier()
		long := &g.long
		if err := r.setEnds(long.Kernel, dst, src); err != nil {
			return err
		}
		long.SetBuffer(bufParts, g.parts.View())
		long.SetBuffer(bufPartValues, g.partials.View())
		long.Set(long.U.Turn, g.turn)
		long.SetBuffer(bufHeads, offsets)
		long.SetCount(n)
		long.SetSegmentCount(segments)
		long.Set(long.U.Room, uint32(g.room))
		long.Dispatch(min(longGroups(r.shape.Workers, segments.Max(), n.Max(), longest), n.Max()/partItems+1))
	}
	g.turn = 1 - g.turn
	r.d.MemoryBarrier()
	return nil
}

// longGroups is the number of workgroups for the parts of long segments. If the segments are long
// on average, all are reduced in parts. Otherwise few are, and half as many workgroups are faster.
// On an H200 2^22 words in segments of 64 take 19.6 us with half, and 21.2 with all. 2^24 words in
// segments of 2,048 take 51.9 us with half, and 44.7 with all. It is pure.
func longGroups(workers, segments, n, longest int) int {
	if n/max(1, segments) > longest/2 {
		return workers
	}
	return max(1, workers/2)
}

// setTeams binds and sets what a kernel needs in which a team takes each segment of up to longest
// items.
func (r *Reducer) setTeams(k *kernel.Loaded[teamUniforms], team, longest int, dst, src, offsets gpu.View, segments, n gpu.Count) error {
	if err := r.setEnds(k.Kernel, dst, src); err != nil {
		return err
	}
	k.SetBuffer(bufHeads, offsets)
	k.SetCount(n)
	k.SetSegmentCount(segments)
	k.Set(k.U.Team, uint32(team))
	k.Set(k.U.Longest, uint32(longest))
	return nil
}

// teamGroups is the number of workgroups if a team takes one segment. It is pure.
func teamGroups(s kernel.Shape, team, segments int) int {
	each := s.GroupSize / team
	return (segments + each - 1) / each
}

func (g *teams) release() {
	if g == nil {
		return
	}
	g.few.Release()
	g.short.Release()
	g.long.Release()
	g.parts.Release()
	g.partials.Release()
	g.parts, g.partials, g.room = nil, nil, 0
}
