// SPDX-License-Identifier: MIT

package hair

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
	"github.com/combgl/comb/scan"
	"github.com/combgl/comb/shaders"
	"github.com/go-gl/gl/v4.3-core/gl"
)

// sliceShadow sorts the hair and the places along the light into 256 slices, and goes through them from the light on: what the
// map holds gets to the slice's places, then the slice's hair is added to the map. Sintorn and Assarsson, "Real-Time
// Approximate Sorting for Self Shadowing and Transparency in Hair Rendering", I3D 2008. Beyond that, places are looked
// up once more when their own slice is in the map, and long segments are cut, as a segment counts for one slice: on
// straight hair of 10,000 strands the first takes a fifth of the error, both together two thirds.
type sliceShadow struct {
	l                        *lighting
	add, addPieces           adder
	pieces                   int // that a segment is cut into
	pieceKey, placeKey       *gpu.Kernel
	lookup, plan             *gpu.Kernel
	pieceLight, placeLight   gpu.Uniform
	lookupLight, lookupSlice gpu.Uniform
	sorter                   *radix.Sorter
	histogram                *scan.Histogram
	scanner                  *scan.Scanner
	counts                   *gpu.Buffer[uint32] // of a slice, and a zero
	pieceBegins, placeBegins *gpu.Buffer[uint32] // of a slice, and the end
	pieceKeys, pieceOrder    *gpu.Buffer[uint32]
	placeKeys, placeOrder    *gpu.Buffer[uint32]
	draws, dispatches        *gpu.Buffer[uint32]
	mapped, total            *gpu.Buffer[uint32]
	lookups                  [sliceCount + 1]gpu.View // the dispatches, one by one
	histogramView            gpu.View                 // counts without the zero
}

const (
	sliceBits  = 8
	sliceCount = 1 << sliceBits
	// drawsAt is the first word of the draw arguments in their buffer. go-gl takes an offset as a pointer, and Go's race
	// detector takes one into the first page for a mistake.
	drawsAt = 1024
	// A piece is no longer than so many slices across the model's sphere, on the mean; and no more than mostPieces.
	pieceSlices = 4
	mostPieces  = 8
)

// piecesOf is how many pieces segments of that mean length are cut into, for a model of that size.
func piecesOf(mean, size float32) int {
	piece := size / sliceCount * pieceSlices
	if !(piece > 0) {
		return 1
	}
	return int(min(max(mean/piece+0.999, 1), mostPieces))
}

func mapFiles() stageFiles { return adderFiles("hair/map_add.frag.glsl", nil) }

func pieceFiles() stageFiles {
	f := mapFiles()
	f.vertex = "hair/piece_draw.vert.glsl"
	return f
}

// sliceSpecs are the kernels of sliceShadow.
func sliceSpecs(maxGroups int) (pieceKey, placeKey, lookup, plan gpu.Spec) {
	constants := func(more shaders.Constants) shaders.Constants {
		more["SLICES"] = uint32(sliceCount)
		return more
	}
	pieceKey = gpu.Spec{File: "hair/pieces_slice.comp.glsl", Shape: flat, Constants: constants(shaders.Constants{}),
		Buffers: []string{"Segments", "Points", "Keys", "Count"}}
	placeKey = gpu.Spec{File: "hair/places_slice.comp.glsl", Shape: flat, Constants: constants(shaders.Constants{}),
		Buffers: []string{"Points", "HeadPlaces", "Keys", "Count"}}
	lookup = gpu.Spec{File: "hair/slice_light.comp.glsl", Shape: flat, Constants: constants(shaders.Constants{"TAU_STEPS": float32(tauSteps)}),
		Buffers: []string{"Points", "HeadPlaces", "Lit", "Order", "PlaceBegins", "Map", "Total"}}
	plan = gpu.Spec{File: "hair/slices_plan.comp.glsl", Shape: flat, Buffers: []string{"PieceBegins", "PlaceBegins", "Draws", "Dispatches"},
		Constants: constants(shaders.Constants{"DRAWS_AT": uint32(drawsAt), "MAX_GROUPS": uint32(maxGroups)})}
	return pieceKey, placeKey, lookup, plan
}

func newSlices(l *lighting) (shadow, error) {
	m := l.r.m
	room := m.room()
	s := &sliceShadow{l: l, pieces: piecesOf(m.meanSegment, room.high.Sub(room.low).Len())}
	if err := s.build(); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

func (s *sliceShadow) build() (err error) {
	d := s.l.r.d
	if s.add, err = s.l.newAdder(mapFiles()); err != nil {
		return err
	}
	if s.addPieces, err = s.l.newAdder(pieceFiles()); err != nil {
		return err
	}
	gl.ProgramUniform1ui(s.addPieces.program, uniformOf(s.addPieces.program, "pieces"), uint32(s.pieces))
	if err := s.buildKernels(d); err != nil {
		return err
	}
	if err := s.buildSort(d); err != nil {
		return err
	}
	pieces, places, texels := s.pieces*s.l.r.m.segments, s.l.places(), s.l.room*s.l.room
	for _, b := range []struct {
		buffer **gpu.Buffer[uint32]
		words  int
	}{
		{&s.counts, sliceCount + 1}, {&s.pieceBegins, sliceCount + 1}, {&s.placeBegins, sliceCount + 1},
		{&s.pieceKeys, pieces}, {&s.pieceOrder, pieces}, {&s.placeKeys, places}, {&s.placeOrder, places},
		{&s.draws, drawsAt + 4*(sliceCount+1)}, {&s.dispatches, 3 * (sliceCount + 1)}, {&s.mapped, texels}, {&s.total, texels},
	} {
		if *b.buffer, err = gpu.NewBuffer[uint32](d, b.words); err != nil {
			return err
		}
	}
	for i := range s.lookups {
		if s.lookups[i], err = s.dispatches.Slice(3*i, 3*i+3); err != nil {
			return err
		}
	}
	s.histogramView, err = s.counts.Slice(0, sliceCount)
	return err
}

func (s *sliceShadow) buildKernels(d *gpu.Device) (err error) {
	pieceKey, placeKey, lookup, plan := sliceSpecs(d.Caps().MaxGroups)
	for _, k := range []struct {
		kernel **gpu.Kernel
		spec   gpu.Spec
	}{{&s.pieceKey, pieceKey}, {&s.placeKey, placeKey}, {&s.lookup, lookup}, {&s.plan, plan}} {
		if *k.kernel, err = d.NewKernel(k.spec); err != nil {
			return err
		}
	}
	if s.pieceLight, err = s.pieceKey.Uniform("light"); err != nil {
		return err
	}
	pieces, err := s.pieceKey.Uniform("pieces")
	if err != nil {
		return err
	}
	s.pieceKey.Set(pieces, uint32(s.pieces))
	if err := s.l.placesKernel(s.placeKey, &s.placeLight); err != nil {
		return err
	}
	if err := s.l.placesKernel(s.lookup, &s.lookupLight); err != nil {
		return err
	}
	s.lookupSlice, err = s.lookup.Uniform("slice")
	return err
}

func (s *sliceShadow) buildSort(d *gpu.Device) (err error) {
	if s.sorter, err = radix.New(d, radix.Options{Bits: sliceBits}); err != nil {
		return err
	}
	if err := s.sorter.Reserve(radix.ForArgsort, max(s.pieces*s.l.r.m.segments, s.l.places())); err != nil {
		return err
	}
	// The sort counts the digits too, but keeps that to itself.
	if s.histogram, err = scan.NewHistogram(d, scan.HistogramOptions{Type: gpu.Uint32, Bins: sliceCount, Upper: sliceCount}); err != nil {
		return err
	}
	s.scanner, err = scan.New(d, scan.Options{})
	return err
}

func (s *sliceShadow) find(light int) error {
	if err := s.sort(light); err != nil {
		return err
	}
	d, mapped, total := s.l.r.d, s.mapped.View(), s.total.View()
	s.l.clear(mapped)
	s.l.clear(total)
	d.Barrier()
	s.add.all(light, additionBuffers{total})
	s.addPieces.begin(light, mapped, s.pieceOrder.View())
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, s.draws.View().ID())
	k := s.lookup
	k.Set(s.lookupLight, uint32(light))
	for i := range s.lookups {
		k.SetBuffer(0, s.l.r.m.points.View())
		k.SetBuffer(1, s.l.headPlaces.View())
		k.SetBuffer(2, s.l.lit.View())
		k.SetBuffer(3, s.placeOrder.View())
		k.SetBuffer(4, s.placeBegins.View())
		k.SetBuffer(5, mapped)
		k.SetBuffer(6, total)
		k.Set(s.lookupSlice, uint32(i))
		if err := k.DispatchIndirect(s.lookups[i]); err != nil {
			return err
		}
		d.Barrier() // the map is read before it is added to
		if i < sliceCount {
			s.addPieces.bind(mapped, s.pieceOrder.View())
			//lint:ignore SA1019 no overload of this call takes an offset
			gl.DrawArraysIndirect(gl.TRIANGLES, gl.PtrOffset(4*(drawsAt+4*i)))
			s.l.r.wrote()
		}
	}
	gl.BindBuffer(gl.DRAW_INDIRECT_BUFFER, 0)
	s.addPieces.end()
	return nil
}

// sort makes the order of pieces and places along a light, and where each slice begins.
func (s *sliceShadow) sort(light int) error {
	m, d := s.l.r.m, s.l.r.d
	pieces, places := s.l.r.thin.segments(s.pieces), gpu.N(s.l.places())
	k := s.pieceKey
	k.SetBuffer(0, s.l.r.segments.View())
	k.SetBuffer(1, m.points.View())
	k.SetBuffer(2, s.pieceKeys.View())
	k.SetCount(pieces)
	k.Set(s.pieceLight, uint32(light))
	k.Dispatch((pieces.Max() + groupSize - 1) / groupSize)
	k = s.placeKey
	k.SetBuffer(0, m.points.View())
	k.SetBuffer(1, s.l.headPlaces.View())
	k.SetBuffer(2, s.placeKeys.View())
	k.SetCount(places)
	k.Set(s.placeLight, uint32(light))
	k.Dispatch((places.Max() + groupSize - 1) / groupSize)
	d.Barrier()
	if err := s.order(s.pieceOrder.View(), s.pieceBegins.View(), s.pieceKeys.View(), pieces); err != nil {
		return err
	}
	if err := s.order(s.placeOrder.View(), s.placeBegins.View(), s.placeKeys.View(), places); err != nil {
		return err
	}
	k = s.plan
	k.SetBuffer(0, s.pieceBegins.View())
	k.SetBuffer(1, s.placeBegins.View())
	k.SetBuffer(2, s.draws.View())
	k.SetBuffer(3, s.dispatches.View())
	k.Dispatch((sliceCount + groupSize) / groupSize)
	d.Publish() // arguments of draws and dispatches too
	return nil
}

// order sorts by slice, and makes where each slice begins.
func (s *sliceShadow) order(order, begins, keys gpu.View, n gpu.Count) error {
	if err := s.histogram.Count(s.histogramView, keys, n); err != nil {
		return err
	}
	if err := s.scanner.Exclusive(begins, s.counts.View(), gpu.N(sliceCount+1)); err != nil {
		return err
	}
	return s.sorter.Argsort(order, keys, n)
}

func (s *sliceShadow) bytes() int {
	n := 0
	for _, b := range s.buffers() {
		n += b.View().Size()
	}
	return n
}

func (s *sliceShadow) buffers() []*gpu.Buffer[uint32] {
	return []*gpu.Buffer[uint32]{s.counts, s.pieceBegins, s.placeBegins, s.pieceKeys, s.pieceOrder, s.placeKeys, s.placeOrder,
		s.draws, s.dispatches, s.mapped, s.total}
}

func (s *sliceShadow) release() {
	s.add.release()
	s.addPieces.release()
	for _, k := range []*gpu.Kernel{s.pieceKey, s.placeKey, s.lookup, s.plan} {
		k.Release()
	}
	s.sorter.Release()
	s.histogram.Release()
	s.scanner.Release()
	for _, b := range s.buffers() {
		b.Release()
	}
}
