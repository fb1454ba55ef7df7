// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"maps"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// A segmented sort by windows. A workgroup sorts the segments that start in its window, in shared
// memory, unless they are longer than a window (shaders/radix/window.glsl). The items of longer
// ones are gathered, sorted by key and then by segment, and moved to their places. How many there
// are is known on the GPU alone. The passes over none of them exit at once.

// segmentSorter has the kernels of SegmentedSort. They are compiled and self-tested on first use.
type segmentSorter struct {
	windows [2]kernel.Loaded[windowUniforms] // for keys alone, and with what moves with them
	scan    kernel.Loaded[longUniforms]
	gather  kernel.Loaded[longUniforms]
	number  kernel.Loaded[longUniforms]
	scatter kernel.Loaded[scatterLongUniforms]
	id      *kernel.Kernel // if the windows are wrong
	wrong   bool           // the windows failed their self-test
}

// windowUniforms are those of segments_sort.
type windowUniforms struct {
	longUniforms
	rangeUniforms
}

// longUniforms are those of the part long of radix/window.glsl.
type longUniforms struct {
	Windows kernel.Uniform `uniform:"windows"`
}

// scatterLongUniforms are those of long_scatter.
type scatterLongUniforms struct {
	HasSource kernel.Uniform `uniform:"has_source"`
}

// windowShape is the workgroup that sorts a window. Its tile is twice the window. It is pure. Keys
// and sources fit in 32 KB of shared memory, as every OpenGL 4.3 has.
func (o Options) windowShape(c gpu.Caps) kernel.Shape {
	switch {
	case c.Internal().GroupSize > 0:
		return flat.With(64, 4) // of tests: few items have many windows
	case keyTypes[o.Type].words > 1:
		return flat.With(256, 4)
	}
	return flat.With(256, 8)
}

// windowItems is how far the windows of a tile are apart, and the most items of a segment that is
// sorted in one.
func windowItems(tile kernel.Shape) int { return tile.TileSize() / 2 }

// windowsOf is the number of windows of n items.
func windowsOf(tile kernel.Shape, n int) int { return (n + windowItems(tile) - 1) / windowItems(tile) }

// segmentSpecs are the kernels of SegmentedSort.
type segmentSpecs struct {
	windows                       [2]kernel.Spec // for keys alone, and with what moves with them
	scan, gather, number, scatter kernel.Spec
}

// segmentSpecsOf are those for a type of keys; shape is that of the sorter's passes.
func segmentSpecsOf(tile, shape kernel.Shape, t gpu.Type) (all segmentSpecs) {
	keys := maps.Clone(specs(tile, t, false).order.Slots)
	keys["PUT"] = putSnippet(t, "")
	window := uint32(windowItems(tile))
	constants := shaders.Constants{"WINDOW": window}
	for i, payload := range [...]string{"none", "index"} {
		slots := maps.Clone(keys)
		slots["PAYLOAD"] = shaders.Snippet{File: "radix/put.glsl#payload_" + payload}
		all.windows[i] = kernel.Spec{
			File: "radix/segments_sort.comp.glsl", Shape: tile, Slots: slots,
			Constants: shaders.Constants{"WINDOW": window, "SHORT": window, "UNROLL": tile.ItemsPerThread > 8},
			Buffers:   []string{"Keys", "DstKeys", "Heads", "SegmentCount", "Long", "Count", "Fault"},
		}
	}
	all.windows[1].Buffers = append(all.windows[1].Buffers, "DstPayload")
	all.scan = kernel.Spec{File: "radix/long_scan.comp.glsl", Shape: shape.With(256, 16), Constants: constants, Buffers: []string{"Long"}}
	all.gather = kernel.Spec{
		File: "radix/long_gather.comp.glsl", Shape: flat, Constants: constants, Slots: keys,
		Buffers: []string{"Keys", "DstKeys", "Long", "Places", "Count"},
	}
	all.number = kernel.Spec{
		File: "radix/long_number.comp.glsl", Shape: flat, Constants: constants,
		Buffers: []string{"Order", "Ids", "Long", "Places", "Count"},
	}
	all.scatter = kernel.Spec{
		File: "radix/long_scatter.comp.glsl", Shape: flat, Slots: keys,
		Buffers: []string{"Keys", "DstKeys", "Order", "Places", "Source", "Count"},
	}
	return all
}

func (p segmentSpecs) all() []kernel.Spec {
	return []kernel.Spec{p.windows[0], p.windows[1], p.scan, p.gather, p.number, p.scatter}
}

// prepareSegments compiles and self-tests the kernels of SegmentedSort. If those of windows fail,
// all items are sorted by key and then by segment. It keeps none if that fails too.
func (s *Sorter) prepareSegments() (err error) {
	if s.byID, err = New(s.d, Options{Tuning: s.o.Tuning, Ranks: s.o.Ranks}); err != nil {
		return err
	}
	s.segments = &segmentSorter{}
	p := segmentSpecsOf(s.layout.window, s.shape, s.o.Type)
	err = kernel.RunSelfTest(s.d, "radix, segments", flat, kernel.SelfTest{Specs: p.all(), Test: func() error {
		if err := s.segments.load(s.d, p); errors.Is(err, gpu.ErrShader) {
			return fmt.Errorf("radix: %v: %w", err, gpu.ErrSelfTest)
		} else if err != nil {
			return err
		}
		return s.testSegments()
	}})
	if err == nil {
		err = s.segments.load(s.d, p)
	} else if errors.Is(err, gpu.ErrSelfTest) {
		s.segments.release()
		s.segments = &segmentSorter{wrong: true}
		if s.segments.id, err = kernel.New(s.d, segmentSpec()); err == nil {
			test := kernel.SelfTest{Specs: []kernel.Spec{segmentSpec()}, Test: s.testSegments}
			err = kernel.RunSelfTest(s.d, "radix, segments by number", flat, test)
		}
	}
	if err != nil {
		s.segments.release()
		s.byID.Release()
		s.segments, s.byID = nil, nil
	}
	return err
}

// load compiles the kernels, unless they are.
func (g *segmentSorter) load(d *gpu.Device, p segmentSpecs) error {
	for i := range g.windows {
		if err := load(d, &g.windows[i], p.windows[i]); err != nil {
			return err
		}
	}
	if err := load(d, &g.scan, p.scan); err != nil {
		return err
	}
	if err := load(d, &g.gather, p.gather); err != nil {
		return err
	}
	if err := load(d, &g.number, p.number); err != nil {
		return err
	}
	return load(d, &g.scatter, p.scatter)
}

func (g *segmentSorter) release() {
	if g == nil {
		return
	}
	for i := range g.windows {
		g.windows[i].Release()
	}
	g.scan.Release()
	g.gather.Release()
	g.number.Release()
	g.scatter.Release()
	g.id.Release()
}

// sortWindows enqueues the sort of short segments in windows, and then that of long ones, if there
// is room for any.
func (s *Sorter) sortWindows(t *segmentedSort) error {
	k := &s.segments.windows[word(t.stride > 0)]
	tile := s.layout.window
	windows, long := windowsOf(tile, t.n.Max()), t.n.Max() > windowItems(tile)
	k.SetBuffer(0, t.keys)
	k.SetBuffer(1, t.dst.keys)
	k.SetBuffer(2, t.offsets)
	k.SetSegmentCount(t.segments)
	k.SetCount(t.n)
	if t.stride > 0 {
		k.SetBuffer(7, t.source)
	}
	k.U.rangeUniforms.set(k.Kernel, s.o.FirstBit, s.o)
	if !long {
		k.SetBuffer(4, gpu.View{})
		k.Set(k.U.Windows, 0)
		k.Dispatch(windows)
		return nil
	}
	k.SetBuffer(4, t.table)
	k.Set(k.U.Windows, uint32(windows))
	k.Dispatch(windows)
	s.d.StorageBarrier()
	return s.sortLong(t, windows)
}

// sortLong enqueues the sort of the items of long segments, which the windows have counted.
func (s *Sorter) sortLong(t *segmentedSort, windows int) error {
	g := s.segments
	g.scan.SetBuffer(0, t.table)
	g.scan.Set(g.scan.U.Windows, uint32(windows))
	g.scan.Dispatch(1)
	s.d.StorageBarrier()

	g.gather.SetBuffer(0, t.keys)
	g.gather.SetBuffer(1, t.long.keys)
	g.gather.SetBuffer(2, t.table)
	g.gather.SetBuffer(3, t.long.payload)
	g.gather.SetCount(t.n)
	g.gather.Set(g.gather.U.Windows, uint32(windows))
	g.gather.Dispatch(windows)
	s.d.StorageBarrier()

	total, err := t.table.Slice(4*windows, 4*windows+4)
	if err != nil {
		return err
	}
	all := *t
	all.n, all.keyless = gpu.CountAt(total, t.n.Max()), true
	if err := s.passes(arrays{t.spare, t.order}, arrays{keys: t.long.keys}, all.run, withIndex); err != nil {
		return err
	}
	s.d.StorageBarrier()
	g.number.SetBuffer(0, t.order)
	g.number.SetBuffer(1, t.ids)
	g.number.SetBuffer(2, t.table)
	g.number.SetBuffer(3, t.long.payload)
	g.number.SetCount(all.n)
	g.number.Set(g.number.U.Windows, uint32(windows))
	g.number.Dispatch(flat.GroupsFor(t.n.Max()))
	s.d.StorageBarrier()
	if err := s.sortByID(&all, t.order, max(1, bits.Len(uint(windows-1)))); err != nil {
		return err
	}
	g.scatter.SetBuffer(0, t.long.keys)
	g.scatter.SetBuffer(1, t.dst.keys)
	g.scatter.SetBuffer(2, t.order)
	g.scatter.SetBuffer(3, t.long.payload)
	g.scatter.SetBuffer(4, t.source)
	g.scatter.SetCount(all.n)
	g.scatter.Set(g.scatter.U.HasSource, word(t.stride > 0))
	g.scatter.Dispatch(flat.GroupsFor(t.n.Max()))
	return nil
}
