// SPDX-License-Identifier: MIT

package radix

import (
	"maps"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// A segmented sort by windows. A workgroup sorts the segments that start in its window, in shared
// memory, unless they end beyond it (shaders/radix/window.glsl). The items of those are gathered,
// sorted by key and then by segment, and moved to their places. Their number is known on the GPU
// alone.

// segmentSorter has the kernels of SegmentedSort. They are compiled and self-tested on first use.
type segmentSorter struct {
	windows [2]kernel.Loaded[windowUniforms] // for keys alone, and with what moves with them
	lanes   kernel.Loaded[windowUniforms]    // for keys alone by all of their bits, in registers
	pieces  [2]kernel.Loaded[windowUniforms] // the same, of few segments a window and keys of a word
	find    kernel.Loaded[findUniforms]
	long    longSorter
	scan    kernel.Loaded[scanLongUniforms]
	gather  kernel.Loaded[tableUniforms]
	number  kernel.Loaded[tableUniforms]
	scatter kernel.Loaded[scatterLongUniforms]
	first   kernel.Loaded[segmentsFirstUniforms] // of SegmentedTopK
	top     topSorter                            // the same
	id      *kernel.Kernel                       // if the windows are wrong
	wrong   bool                                 // the windows failed their self-test
	lists   bool                                 // long segments are sorted in one dispatch
	listed  bool                                 // pieces are compiled
	tested  *kernel.Loaded[windowUniforms]       // the one of pieces that is under test, or nil
	merges  bool                                 // no lanes, or they failed their self-test: all keys are merged
}

// windowUniforms are those of segments_sort.
type windowUniforms struct {
	Copies      kernel.Uniform `uniform:"copies_words,optional"`
	Finds       kernel.Uniform `uniform:"finds_firsts,optional"`
	Segments    kernel.Uniform `uniform:"segment_max,optional"`
	SegmentsGPU kernel.Uniform `uniform:"segments_on_gpu,optional"`
	tableUniforms
	rangeUniforms
}

// findUniforms are those of windows_find.
type findUniforms struct {
	HasLong   kernel.Uniform `uniform:"has_long"`
	Only      kernel.Uniform `uniform:"only_segments"`
	HalfBegin kernel.Uniform `uniform:"half_begin,optional"`
	LoneMost  kernel.Uniform `uniform:"lone_most,optional"`
	tableUniforms
}

// tableUniforms are those of the part table of radix/window.glsl.
type tableUniforms struct {
	Windows kernel.Uniform `uniform:"windows"`
}

// scanLongUniforms are those of long_scan: the items of a workgroup of each dispatch.
type scanLongUniforms struct {
	tableUniforms
	Tile0 kernel.Uniform `uniform:"tile_0"`
	Tile1 kernel.Uniform `uniform:"tile_1"`
	Tile2 kernel.Uniform `uniform:"tile_2"`
}

// scatterLongUniforms are those of long_scatter.
type scatterLongUniforms struct {
	HasPayload kernel.Uniform `uniform:"has_payload"`
	Copies     kernel.Uniform `uniform:"copies_words"`
}

// windowShape is the workgroup that sorts a window. It is pure. Keys and sources fit in 32 KB of
// shared memory, as every OpenGL 4.3 has.
func (o Options) windowShape(c gpu.Caps) kernel.Shape {
	switch {
	case c.Internal().GroupSize > 0:
		return flat.With(64, 4) // of tests: few items have many windows
	case keyTypes[o.Type].words > 1:
		return flat.With(128, 8)
	}
	return flat.With(256, 8)
}

// windowItems is the number of items from the beginning of a window to that of the next. A window
// has the items of a tile, which are more, so that segments may reach beyond the next window's
// first item. If windowItems is less, more of a workgroup idles; if it is more, shorter segments
// are long.
func windowItems(tile kernel.Shape) int { return tile.TileSize() * 5 / 8 }

// windowsOf is the number of windows of n items.
func windowsOf(tile kernel.Shape, n int) int { return (n + windowItems(tile) - 1) / windowItems(tile) }

// numberBits is the bits of the number of a window, and so of a long segment.
func numberBits(windows int) int { return bits.Len(uint(max(windows-1, 1))) }

// The words of Table, as radix/window.glsl has them.
const (
	tableGroups = 4 // words of the arguments of a dispatch
	tableArgs   = 3 * tableGroups
)

func tableLong(windows int) int  { return tableArgs + windows + 1 + windows } // the number of long items
func tableWords(windows int) int { return tableLong(windows) + 1 + 3*windows }

// findGroup is the number of invocations that find windows. The last one does so for the one before
// it alone.
const findGroup = 64

// segmentSpecs are the kernels of SegmentedSort.
type segmentSpecs struct {
	windows                             [2]kernel.Spec // for keys alone, and with what moves with them
	lanes                               kernel.Spec    // for keys alone by all of their bits, in registers
	pieces                              [2]kernel.Spec
	find, scan, gather, number, scatter kernel.Spec
	findListed                          kernel.Spec
	long                                [2]kernel.Spec // of long segments in one dispatch, as windows
}

// segmentSpecs are those for a type of keys. inOrder is that of the sorter's ranks.
func (l layout) segmentSpecs(t gpu.Type, inOrder bool) (all segmentSpecs) {
	tile, shape := l.window, l.shape
	keys := maps.Clone(specs(tile, t, false).order.Slots)
	keys["PUT"] = putSnippet(t, "")
	window := uint32(windowItems(tile))
	constants := shaders.Constants{"WINDOW": window, "WINDOW_TILE": uint32(tile.TileSize()), "UNROLL": tile.ItemsPerThread > partKeys}
	sorts := maps.Clone(constants)
	sorts["FINDS"] = true
	for i, payload := range [...]string{"none", "record"} {
		slots := maps.Clone(keys)
		slots["PAYLOAD"] = shaders.Snippet{File: "radix/put.glsl#payload_" + payload}
		all.windows[i] = kernel.Spec{
			File: "radix/segments_sort.comp.glsl", Shape: tile, Constants: sorts, Slots: slots,
			Buffers: []string{"Keys", "DstKeys", "Table", "Heads", "Count"},
		}
	}
	all.windows[1].Buffers = append(all.windows[1].Buffers, payloadBuffers[withPayload]...)
	for i := range all.windows {
		all.windows[i].Buffers = append(all.windows[i].Buffers, "Fault")
	}
	all.lanes = lanesSpec(all.windows[0], shape, t)
	all.pieces = piecesSpecs(all.lanes)
	find := maps.Clone(constants)
	find["FAULT_LENGTH"] = uint32(kernel.FaultLength)
	all.find = kernel.Spec{
		File: "radix/windows_find.comp.glsl", Shape: flat.With(findGroup, 1), Constants: find,
		Slots:   map[string]shaders.Snippet{"LONG": {File: "radix/long.glsl#put_numbers"}},
		Buffers: []string{"Heads", "SegmentCount", "Table", "Count", "Fault"},
	}
	all.findListed = l.long.find(all.find)
	all.long = l.long.specs(all.windows[0], t, inOrder)
	all.scan = kernel.Spec{File: "radix/long_scan.comp.glsl", Shape: shape.With(1024, 8), Constants: constants, Buffers: []string{"Table"}}
	all.gather = kernel.Spec{
		File: "radix/long_gather.comp.glsl", Shape: flat, Constants: constants, Slots: keys,
		Buffers: []string{"Keys", "DstKeys", "Table", "Places", "Count"},
	}
	all.number = kernel.Spec{
		File: "radix/long_number.comp.glsl", Shape: flat, Constants: constants,
		Buffers: []string{"Order", "Ids", "Table", "Places", "Count"},
	}
	all.scatter = kernel.Spec{
		File: "radix/long_scatter.comp.glsl", Shape: flat, Slots: all.windows[1].Slots,
		Buffers: append([]string{"Keys", "DstKeys", "Order", "Places", "Count"}, payloadBuffers[withPayload]...),
	}
	return all
}

// listed are the kernels of a sort that lists its long segments.
func (p segmentSpecs) listed() []kernel.Spec {
	return []kernel.Spec{p.windows[0], p.windows[1], p.findListed, p.long[0], p.long[1]}
}

// all are those of a sort that gathers their items.
func (p segmentSpecs) all() []kernel.Spec {
	return []kernel.Spec{p.windows[0], p.windows[1], p.find, p.scan, p.gather, p.number, p.scatter}
}

// hasLong reports whether segments of n items may be long. A segment that fits in what a window has
// beyond the next window's first item never is.
func (s *Sorter) hasLong(n int) bool {
	tile := s.layout.window
	short := tile.TileSize() - windowItems(tile) + 1
	return n > tile.TileSize() && (s.o.LongestSegment == 0 || s.o.LongestSegment > short)
}

// windowsFind reports whether the windows of a call of at most n items find their first offsets
// themselves. It is pure.
func windowsFind(tile kernel.Shape, n int) bool { return n <= tile.TileSize() }

// searchWindows enqueues the search for windows and for long segments, with a barrier behind it. It
// returns the number of windows.
func (s *Sorter) searchWindows(t *segmentedSort) (windows int) {
	windows = windowsOf(s.layout.window, t.n.Max())
	find := &s.segments.find
	find.SetBuffer(0, t.offsets)
	find.SetSegmentCount(t.segments)
	find.SetBuffer(2, t.table)
	find.SetCount(t.n)
	find.Set(find.U.Windows, uint32(windows))
	find.Set(find.U.HasLong, word(s.hasLong(t.n.Max()) || t.n.Max() <= s.layout.window.TileSize()))
	find.Set(find.U.Only, word(t.onlySegments))
	if s.segments.lists {
		find.SetBuffer(5, s.segments.long.queue.View())
		find.Set(find.U.HalfBegin, uint32(s.segments.long.half))
		find.Set(find.U.LoneMost, uint32(s.layout.long.lone(t.n.Max())))
	}
	find.Dispatch(windows/(findGroup-1) + 1)
	s.d.StorageBarrier()
	return windows
}

// sortWindows enqueues the sort of short segments in windows, and then that of long ones, if there
// is room for any.
func (s *Sorter) sortWindows(t *segmentedSort) error {
	k := &s.segments.windows[word(t.stride > 0)]
	if s.inLanes(t.stride) {
		k = &s.segments.lanes
		if s.inPieces(t.n.Max(), t.segments.Max()) {
			k = s.piecesFor(t.n.Max(), t.segments.Max())
		}
	}
	windows := windowsOf(s.layout.window, t.n.Max())
	finds := windowsFind(s.layout.window, t.n.Max()) && k != &s.segments.pieces[1]
	if !finds {
		s.searchWindows(t)
	}
	k.SetBuffer(0, t.keys)
	k.SetBuffer(1, t.dst.keys)
	table, onGPU := t.table, false
	if word, ok := t.segments.Word(); ok && finds {
		table, onGPU = word, true
	}
	k.SetBuffer(2, table)
	k.SetBuffer(3, t.offsets)
	k.SetCount(t.n)
	k.Set(k.U.Finds, word(finds))
	k.Set(k.U.Segments, uint32(t.segments.Max()))
	k.Set(k.U.SegmentsGPU, word(onGPU))
	if t.stride > 0 {
		k.SetBuffer(bufDstPayload, t.moved.dst)
		k.SetBuffer(bufPayload, t.moved.src)
		k.Set(k.U.Copies, word(t.stride == 4))
	}
	k.Set(k.U.Windows, uint32(windows))
	k.U.rangeUniforms.set(k.Kernel, s.o.FirstBit, s.o)
	k.Dispatch(windows)
	switch {
	case !s.hasLong(t.n.Max()):
		return nil
	case s.segments.lists:
		s.sortListed(t, windows)
		return nil
	}
	return s.sortLong(t, windows)
}

// leastTile is the smallest tile of the passes of an argsort of at most n keys, packed or not, as
// packed passes may have other tiles, and fail their self-test when they are first needed.
func (s *Sorter) leastTile(n int) int {
	least := gpu.MaxItems
	for _, packsAt := range [...]int{never, s.packing(withIndex, true, n).at} {
		for place := range s.o.passes() {
			kind := s.kindAt(withIndex, place, true, packsAt)
			least = min(least, kernel.BySize(s.movers[kind], n).spec.Shape.TileSize())
		}
	}
	return least
}

// mostIndirect is the most workgroups of an indirect dispatch. Every OpenGL 4.3 has as many on an
// axis.
const mostIndirect = 65535

// sortLong enqueues the sort of the items of long segments, which the table has counted. Where
// there are none, most of the dispatches have no workgroups.
func (s *Sorter) sortLong(t *segmentedSort, windows int) error {
	g, most := s.segments, t.n.Max()
	long := *t
	long.keyless = true
	total, err := t.table.Slice(4*tableLong(windows), 4*tableLong(windows)+4)
	if err != nil {
		return err
	}
	long.n = gpu.CountAt(total, most)
	var groups [3]gpu.View // of the sort by key, of that by segment, and of the other kernels
	tiles := [...]int{s.leastTile(most), kernel.BySize(s.byID.movers[withPayload], most).spec.Shape.TileSize(), flat.TileSize()}
	for i, tile := range tiles {
		if most/tile < mostIndirect {
			if groups[i], err = t.table.Slice(4*tableGroups*i, 4*tableGroups*i+12); err != nil {
				return err
			}
		}
	}
	g.scan.SetBuffer(0, t.table)
	g.scan.Set(g.scan.U.Windows, uint32(windows))
	g.scan.Set(g.scan.U.Tile0, uint32(tiles[0]))
	g.scan.Set(g.scan.U.Tile1, uint32(tiles[1]))
	g.scan.Set(g.scan.U.Tile2, uint32(tiles[2]))
	g.scan.Dispatch(1)
	s.d.MemoryBarrier() // indirect dispatches too

	byTable := func(k *kernel.Loaded[tableUniforms], src, dst gpu.View) error {
		k.SetBuffer(0, src)
		k.SetBuffer(1, dst)
		k.SetBuffer(2, t.table)
		k.SetBuffer(3, t.long.payload)
		k.SetCount(long.n)
		k.Set(k.U.Windows, uint32(windows))
		return s.dispatch(k.Kernel, flat.GroupsFor(most), groups[2])
	}
	if err := byTable(&g.gather, t.keys, t.long.keys); err != nil {
		return err
	}
	s.d.StorageBarrier()
	long.groups = groups[0]
	if err := s.passes(arrays{t.spare, t.order}, arrays{keys: t.long.keys}, long.sorting, withIndex); err != nil {
		return err
	}
	s.d.StorageBarrier()
	if err := byTable(&g.number, t.order, t.ids); err != nil {
		return err
	}
	s.d.StorageBarrier()
	long.groups = groups[1]
	if err := s.sortByID(&long, t.order, numberBits(windows)); err != nil {
		return err
	}
	g.scatter.SetBuffer(0, t.long.keys)
	g.scatter.SetBuffer(1, t.dst.keys)
	g.scatter.SetBuffer(2, t.order)
	g.scatter.SetBuffer(3, t.long.payload)
	g.scatter.SetBuffer(bufDstPayload, t.moved.dst)
	g.scatter.SetBuffer(bufPayload, t.moved.src)
	g.scatter.SetCount(long.n)
	g.scatter.Set(g.scatter.U.HasPayload, word(t.stride > 0))
	g.scatter.Set(g.scatter.U.Copies, word(t.stride == 4))
	return s.dispatch(g.scatter.Kernel, flat.GroupsFor(most), groups[2])
}
