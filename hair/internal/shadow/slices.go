// SPDX-License-Identifier: MIT

package shadow

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/hair/internal/scene"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// Slices sorts the hair and the places along the light into 256 slices and handles them in order,
// beginning at the light. For each slice, its places read what the map holds, and then its hair is
// added to the map. Sintorn and Assarsson, "Real-Time Approximate Sorting for Self Shadowing and
// Transparency in Hair Rendering", I3D 2008.
//
// Two changes to the paper: places are looked up once more when their own slice is in the map, and
// long segments are cut, because a segment counts for one slice. On straight hair of 10,000 strands
// the first removes a fifth of the error, both together two thirds.
type Slices struct {
	l                        *Pass
	add, addPieces           adder
	Pieces                   int // that a segment is cut into
	pieceKey, plan           *kernel.Kernel
	placeKey, lookup         placesKernel
	pieceLight, lookupSlice  kernel.Uniform
	sorter                   *radix.Sorter
	histogram                *scan.Histogram
	scanner                  *scan.Scanner
	counts                   *gpu.Buffer[uint32] // of a slice, and a zero
	PieceBegins, PlaceBegins *gpu.Buffer[uint32] // of a slice, and the end
	PieceKeys, PieceOrder    *gpu.Buffer[uint32]
	PlaceKeys, PlaceOrder    *gpu.Buffer[uint32]
	Draws, Dispatches        *gpu.Buffer[uint32]
	mapped, Total            *gpu.Buffer[uint32]
	lookups                  [SliceCount + 1]gpu.View // the dispatches, one by one
	histogramView            gpu.View                 // counts without the zero
}

const (
	sliceBits  = 8
	SliceCount = 1 << sliceBits
	// DrawsAt is the first word of the draw arguments in their buffer. go-gl takes an offset as a
	// pointer, and Go's race detector takes one into the first page for a mistake.
	DrawsAt = 1024
	// A piece is no longer than so many slices across the model's sphere, on the mean; and no more
	// than scene.MostPieces.
	pieceSlices = 4
)

// piecesOf is how many pieces segments of that mean length are cut into, for a model of that size.
func piecesOf(mean, size float32) int {
	piece := size / SliceCount * pieceSlices
	if !(piece > 0) {
		return 1
	}
	return int(min(max(mean/piece+0.999, 1), scene.MostPieces))
}

func mapProgram() scene.Program { return adderProgram("hair/light_map.frag.glsl#sum", nil) }

func pieceProgram() scene.Program {
	f := mapProgram()
	f.Vertex = "hair/light_draw.vert.glsl#piece"
	return f
}

// sliceSpecs are the kernels of Slices.
func sliceSpecs(maxGroups int) (pieceKey, placeKey, lookup, plan kernel.Spec) {
	constants := func(more shaders.Constants) shaders.Constants {
		more["SLICES"] = uint32(SliceCount)
		return more
	}
	pieceKey = kernel.Spec{File: "hair/slices_key.comp.glsl#pieces", Shape: scene.Flat, Constants: constants(shaders.Constants{}),
		Buffers: []string{"Segments", "Points", "Keys", "Count"}}
	placeKey = kernel.Spec{File: "hair/slices_key.comp.glsl#places", Shape: scene.Flat, Constants: constants(shaders.Constants{}),
		Buffers: []string{"Points", "HeadPlaces", "Keys", "Count"}}
	lookup = kernel.Spec{File: "hair/slice_light.comp.glsl", Shape: scene.Flat, Constants: constants(shaders.Constants{"TAU_STEPS": float32(tauSteps)}),
		Buffers: []string{"Points", "HeadPlaces", "Lit", "Order", "PlaceBegins", "Map", "Total"}}
	plan = kernel.Spec{File: "hair/slices_plan.comp.glsl", Shape: scene.Flat, Buffers: []string{"PieceBegins", "PlaceBegins", "Draws", "Dispatches"},
		Constants: constants(shaders.Constants{"DRAWS_AT": uint32(DrawsAt), "MAX_GROUPS": uint32(maxGroups)})}
	return pieceKey, placeKey, lookup, plan
}

func NewSlices(l *Pass) (Method, error) {
	s := &Slices{l: l, Pieces: piecesOf(l.s.Hair.MeanSegment, l.s.Hair.Extent)}
	if err := s.build(); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func (s *Slices) build() (err error) {
	d := s.l.s.Device
	if s.add, err = s.l.newAdder(mapProgram()); err != nil {
		return err
	}
	if s.addPieces, err = s.l.newAdder(pieceProgram()); err != nil {
		return err
	}
	gl.ProgramUniform1ui(s.addPieces.program, scene.Uniform(s.addPieces.program, "pieces"), uint32(s.Pieces))
	if err := s.buildKernels(d); err != nil {
		return err
	}
	if err := s.buildSort(d); err != nil {
		return err
	}
	pieces, places, texels := s.Pieces*s.l.s.Hair.Segments, s.l.s.Places(), s.l.Room*s.l.Room
	for _, b := range []struct {
		buffer **gpu.Buffer[uint32]
		words  int
	}{
		{&s.counts, SliceCount + 1}, {&s.PieceBegins, SliceCount + 1}, {&s.PlaceBegins, SliceCount + 1},
		{&s.PieceKeys, pieces}, {&s.PieceOrder, pieces}, {&s.PlaceKeys, places}, {&s.PlaceOrder, places},
		{&s.Draws, DrawsAt + 4*(SliceCount+1)}, {&s.Dispatches, 3 * (SliceCount + 1)}, {&s.mapped, texels}, {&s.Total, texels},
	} {
		if *b.buffer, err = gpu.NewBuffer[uint32](d, b.words); err != nil {
			return err
		}
	}
	for i := range s.lookups {
		if s.lookups[i], err = s.Dispatches.Slice(3*i, 3*i+3); err != nil {
			return err
		}
	}
	s.histogramView, err = s.counts.Slice(0, SliceCount)
	return err
}

func (s *Slices) buildKernels(d *gpu.Device) (err error) {
	pieceKey, placeKey, lookup, plan := sliceSpecs(d.Caps().MaxGroups)
	if s.pieceKey, err = kernel.New(d, pieceKey); err != nil {
		return err
	}
	if s.placeKey, err = s.l.newPlacesKernel(placeKey); err != nil {
		return err
	}
	if s.lookup, err = s.l.newPlacesKernel(lookup); err != nil {
		return err
	}
	if s.plan, err = kernel.New(d, plan); err != nil {
		return err
	}
	if s.pieceLight, err = s.pieceKey.Uniform("light"); err != nil {
		return err
	}
	pieces, err := s.pieceKey.Uniform("pieces")
	if err != nil {
		return err
	}
	s.pieceKey.Set(pieces, uint32(s.Pieces))
	s.lookupSlice, err = s.lookup.kernel.Uniform("slice")
	return err
}

func (s *Slices) buildSort(d *gpu.Device) (err error) {
	if s.sorter, err = radix.New(d, radix.Options{Bits: sliceBits}); err != nil {
		return err
	}
	for _, n := range []int{s.Pieces * s.l.s.Hair.Segments, s.l.s.Places()} {
		if err := s.sorter.ReserveCall(radix.ForIndices, gpu.N(n)); err != nil {
			return err
		}
	}
	// The sort counts the digits too, but keeps that to itself.
	if s.histogram, err = scan.NewHistogram(d, scan.HistogramOptions{Type: gpu.Uint32, Bins: SliceCount, Upper: SliceCount}); err != nil {
		return err
	}
	s.scanner, err = s.l.s.Scanner()
	return err
}

func (s *Slices) Find(light int) error {
	if err := s.sort(light); err != nil {
		return err
	}
	d, mapped, total := s.l.s.Device, s.mapped.View(), s.Total.View()
	s.l.clear(mapped)
	s.l.clear(total)
	d.StorageBarrier()
	s.add.all(light, additionBuffers{total})
	s.addPieces.begin(light, mapped, s.PieceOrder.View())
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, s.Draws.View().ID())
	k := s.lookup.kernel
	for i := range s.lookups {
		s.lookup.set(light)
		k.SetBuffer(2, s.l.Lit.View())
		k.SetBuffer(3, s.PlaceOrder.View())
		k.SetBuffer(4, s.PlaceBegins.View())
		k.SetBuffer(5, mapped)
		k.SetBuffer(6, total)
		k.Set(s.lookupSlice, uint32(i))
		if err := k.DispatchIndirect(s.lookups[i]); err != nil {
			return err
		}
		d.StorageBarrier() // the map is read before it is added to
		if i < SliceCount {
			s.addPieces.bind(mapped, s.PieceOrder.View())
			//lint:ignore SA1019 no overload of this call takes an offset
			gl.DrawArraysIndirect(gl.TRIANGLES, gl.PtrOffset(4*(DrawsAt+4*i)))
			s.l.s.AfterDraw()
		}
	}
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, 0)
	s.addPieces.end()
	return nil
}

// sort makes the order of pieces and places along a light, and where each slice begins.
func (s *Slices) sort(light int) error {
	hair, d := s.l.s.Hair, s.l.s.Device
	pieces, places := s.l.s.Expanded.Counts[s.Pieces-1], gpu.N(s.l.s.Places())
	k := s.pieceKey
	k.SetBuffer(0, s.l.s.Expanded.Segments.View())
	k.SetBuffer(1, hair.Points.View())
	k.SetBuffer(2, s.PieceKeys.View())
	k.SetCount(pieces)
	k.Set(s.pieceLight, uint32(light))
	k.Dispatch((pieces.Max() + scene.GroupSize - 1) / scene.GroupSize)
	s.placeKey.set(light)
	k = s.placeKey.kernel
	k.SetBuffer(2, s.PlaceKeys.View())
	k.SetCount(places)
	k.Dispatch((places.Max() + scene.GroupSize - 1) / scene.GroupSize)
	d.StorageBarrier()
	if err := s.order(s.PieceOrder.View(), s.PieceBegins.View(), s.PieceKeys.View(), pieces); err != nil {
		return err
	}
	if err := s.order(s.PlaceOrder.View(), s.PlaceBegins.View(), s.PlaceKeys.View(), places); err != nil {
		return err
	}
	k = s.plan
	k.SetBuffer(0, s.PieceBegins.View())
	k.SetBuffer(1, s.PlaceBegins.View())
	k.SetBuffer(2, s.Draws.View())
	k.SetBuffer(3, s.Dispatches.View())
	k.Dispatch((SliceCount + scene.GroupSize) / scene.GroupSize)
	d.MemoryBarrier() // arguments of draws and dispatches too
	return nil
}

// order sorts by slice, and makes where each slice begins.
func (s *Slices) order(order, begins, keys gpu.View, n gpu.Count) error {
	if err := s.histogram.HistogramEven(s.histogramView, keys, n); err != nil {
		return err
	}
	if err := s.scanner.Exclusive(begins, s.counts.View(), gpu.N(SliceCount+1)); err != nil {
		return err
	}
	return s.sorter.SortIndices(order, keys, n)
}

func (s *Slices) Bytes() int {
	n := 0
	for _, b := range s.buffers() {
		n += b.View().Size()
	}
	return n
}

func (s *Slices) buffers() []*gpu.Buffer[uint32] {
	return []*gpu.Buffer[uint32]{s.counts, s.PieceBegins, s.PlaceBegins, s.PieceKeys, s.PieceOrder, s.PlaceKeys, s.PlaceOrder,
		s.Draws, s.Dispatches, s.mapped, s.Total}
}

func (s *Slices) Release() {
	s.add.Release()
	s.addPieces.Release()
	s.pieceKey.Release()
	s.placeKey.Release()
	s.lookup.Release()
	s.plan.Release()
	s.sorter.Release()
	s.histogram.Release()
	for _, b := range s.buffers() {
		b.Release()
	}
}
