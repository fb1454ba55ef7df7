// SPDX-License-Identifier: MIT

package radix

import (
	"maps"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// The sort of long segments in one dispatch (shaders/radix/long_sort.comp.glsl). Where it is not
// usable, their items take the two sorts of segments_window.go.

// longSorter has the kernels, for keys alone and with what moves with them, and their queue.
type longSorter struct {
	kernels [2]kernel.Loaded[longUniforms]
	queue   *gpu.Buffer[uint32]
	half    int    // the half of the queue for the next call
	polls   uint32 // longPolls, but in tests
}

// longUniforms are those of long_sort.
type longUniforms struct {
	HalfBegin  kernel.Uniform `uniform:"half_begin"`
	HalfNext   kernel.Uniform `uniform:"half_next"`
	Polls      kernel.Uniform `uniform:"polls"`
	FirstBit   kernel.Uniform `uniform:"first_bit"`
	Bits       kernel.Uniform `uniform:"bit_count"`
	Descending kernel.Uniform `uniform:"descending"`
	Copies     kernel.Uniform `uniform:"copies_words,optional"`
	tableUniforms
}

const (
	queueTurns = 1 + 2*maxPasses
	queueHalf  = 2 + 2*queueTurns // words, as radix/long.glsl has them

	// The most times that a workgroup looks whether a step is done: some milliseconds.
	longPolls = 1 << 13
)

// listsLong says whether long segments may be sorted in one dispatch. A software renderer ends long
// loops early, and there a dispatch costs little. In tests the tiles are small. It is pure.
func listsLong(c gpu.Caps) bool { return !c.Software || c.Internal().GroupSize > 0 }

// longLayout is how long segments are sorted in one dispatch.
type longLayout struct {
	tile   kernel.Shape // of a workgroup
	part   int          // the fewest items of a part: tiles, no less than between windows
	groups int          // the most workgroups, and parts of a segment, whose counts each adds up
}

// longLayout is pure. An H200 runs two such workgroups at a time on a multiprocessor. With three
// for each, one segment of 2^24 words took 753 us for 632.
func (o Options) longLayout(c gpu.Caps, shape kernel.Shape) longLayout {
	l := longLayout{tile: shape.With(shape.GroupSize, partKeys), groups: max(64, 2*c.Multiprocessors)}
	if keyTypes[o.Type].words > 1 {
		l.tile = shape.With(shape.GroupSize, widePartKeys)
	}
	if c.Internal().GroupSize > 0 {
		l.tile, l.groups = shape.With(64, 4), 5 // of tests
	}
	tile, window := l.tile.TileSize(), windowItems(o.windowShape(c))
	l.part = (window + tile - 1) / tile * tile
	return l
}

// lone is the most items of a segment that one workgroup sorts alone, in a call of n items. It is
// pure. With twice as many, segments of 9,000 to 20,000 words, 2^24 in all, took an H200 698 us for
// 1,087. In a call of few items such a workgroup works longest.
func (l longLayout) lone(n int) int {
	tiles := 2
	if n >= 1<<22 {
		tiles = 4
	}
	return tiles * l.part
}

// constants are those of the lists (radix/long.glsl).
func (l longLayout) constants() shaders.Constants {
	return shaders.Constants{
		"PART_LEAST": uint32(l.part), "PARTS_MOST": uint32(l.groups),
		"QUEUE_TURNS": uint32(queueTurns), "RADIX": uint32(digits),
	}
}

// specs are the kernels, of the same windows as another.
func (l longLayout) specs(windows kernel.Spec, t gpu.Type, inOrder bool) (all [2]kernel.Spec) {
	for i, part := range [...]string{"put.glsl#payload_none", "long.glsl#payload"} {
		one := specs(l.tile, t, inOrder).scatter[keysAlone]
		one.File = "radix/long_sort.comp.glsl"
		one.Constants = maps.Clone(one.Constants)
		one.Constants["WINDOW"], one.Constants["WINDOW_TILE"] = windows.Constants["WINDOW"], windows.Constants["WINDOW_TILE"]
		maps.Copy(one.Constants, l.constants())
		one.Slots = maps.Clone(one.Slots)
		one.Slots["DIGIT"] = shaders.Snippet{File: "radix/long.glsl#digit"}
		one.Slots["PUT"] = shaders.Snippet{File: "radix/long.glsl#put"}
		one.Slots["PAYLOAD"] = shaders.Snippet{File: "radix/" + part}
		one.Buffers = []string{"Keys", "DstKeys", "Spare", "Table", "Queue"}
		if i == 1 {
			one.Buffers = append(one.Buffers, "DstPayload", "Payload", "SparePayload")
		}
		all[i] = one
	}
	return all
}

// find is windows_find with lists.
func (l longLayout) find(one kernel.Spec) kernel.Spec {
	one.Constants = maps.Clone(one.Constants)
	maps.Copy(one.Constants, l.constants())
	one.Slots = map[string]shaders.Snippet{"LONG": {File: "radix/long.glsl#put_lists"}}
	one.Buffers = append(slices.Clone(one.Buffers), "Queue")
	return one
}

// listedWords are the words of the table of windows with the lists and the rows behind it.
func listedWords(windows int) int { return tableWords(windows) + 3*3*windows + 2*digits*windows }

// load compiles the kernels and makes the queue, unless there are.
func (l *longSorter) load(d *gpu.Device, all [2]kernel.Spec) (err error) {
	for i := range l.kernels {
		if err := load(d, &l.kernels[i], all[i]); err != nil {
			return err
		}
	}
	if l.queue == nil {
		l.polls = longPolls
		l.queue, err = gpu.NewBuffer[uint32](d, 2*queueHalf)
	}
	return err
}

func (l *longSorter) release() {
	for i := range l.kernels {
		l.kernels[i].Release()
	}
	l.queue.Release()
	*l = longSorter{}
}

// sortListed enqueues the sort of the long segments that windows_find has listed.
func (s *Sorter) sortListed(t *segmentedSort, windows int) {
	l := &s.segments.long
	k := &l.kernels[word(t.stride > 0)]
	k.SetBuffer(0, t.keys)
	k.SetBuffer(1, t.dst.keys)
	k.SetBuffer(2, t.spare)
	k.SetBuffer(3, t.table)
	k.SetBuffer(4, l.queue.View())
	if t.stride > 0 {
		k.SetBuffer(bufDstPayload, t.moved.dst)
		k.SetBuffer(bufPayload, t.moved.src)
		k.SetBuffer(7, t.order)
		k.Set(k.U.Copies, word(t.stride == 4))
	}
	k.Set(k.U.Windows, uint32(windows))
	k.Set(k.U.HalfBegin, uint32(l.half))
	l.half = queueHalf - l.half
	k.Set(k.U.HalfNext, uint32(l.half))
	k.Set(k.U.Polls, l.polls)
	k.Set(k.U.FirstBit, uint32(s.o.FirstBit))
	k.Set(k.U.Bits, uint32(s.o.Bits))
	k.Set(k.U.Descending, word(s.o.Descending))
	k.Dispatch(min(windows, s.layout.long.groups))
}
