// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"maps"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// Few items are sorted by one workgroup in one dispatch (radix_tile.comp.glsl). The passes of other
// sorts take a dispatch each, and for few items little else.

// tileSorter is the kernel for what goes with the keys, for a number of items at most. It is
// compiled and self-tested on first use.
type tileSorter struct {
	sized
	kernel.Loaded[tileUniforms]
	cells bool // it sorts by cells
	split bool // many workgroups sort, by splitters
	wrong bool // it failed its self-test
}

// tileUniforms are those of radix_tile.
type tileUniforms struct {
	FirstBit   kernel.Uniform `uniform:"first_bit"`
	Bits       kernel.Uniform `uniform:"bit_count"`
	Descending kernel.Uniform `uniform:"descending"`
}

// tileKind is a payload in the first pass, and whether the sorted keys are wanted.
type tileKind struct {
	payload payloadKind
	keyless bool
}

// use is the call that sorts so.
func (k tileKind) use() Use {
	return map[tileKind]Use{
		{keysAlone, false}: ForKeys, {withPayload, false}: ForPairs, {withPayload, true}: ForValues,
		{withIndex, false}: ForRecords, {withIndex, true}: ForIndices,
	}[k]
}

// tileKinds are those of all uses.
var tileKinds = []tileKind{{keysAlone, false}, {withPayload, false}, {withPayload, true}, {withIndex, false}, {withIndex, true}}

// inTiles reports whether one dispatch sorts few items, on a GPU. It is pure.
func (o Options) inTiles(s kernel.Shape) bool {
	return s.Lanes == gpu.LanesKHR && s.LaneCount >= 32 && !o.SkipSorted && o.Tuning == gpu.Tuning{Lanes: o.Lanes}
}

// tileShapes are the workgroups that sort a tile by digits, for few items first. It is pure. There
// are none on a software renderer, where a dispatch costs little, on lanes that cannot exchange
// values, for SkipSorted, and if the caller's Tuning has a say in the passes. 2^12 keys took an
// H100 15.4 us in 256 invocations, 17.2 in 1,024, and 32.9 in four passes; 2^13 took 20.5 in 512,
// 22.3 in 1,024 and 34.0.
func (o Options) tileShapes(c gpu.Caps, s kernel.Shape) (all []kernel.Shape) {
	if c.Software || !o.inTiles(s) {
		return nil
	}
	for _, size := range [][2]int{{256, 4}, {256, 8}, {256, 16}, {512, 16}} {
		if size[0]*size[1]*keyTypes[o.Type].words <= tileWords {
			all = append(all, s.With(size[0], size[1]))
		}
	}
	return all
}

// cellShapes are those that sort a tile by cells, where tiles are sorted. It is pure. Keys of two
// words are mostly sorted by more bits than cells take. 2^12 random keys took an H200 10.1 us in
// 1,024 invocations and 10.8 in 512, and keys with a full cell 18.4 and 16.3.
func (o Options) cellShapes(c gpu.Caps, s kernel.Shape) (all []kernel.Shape) {
	if len(o.tileShapes(c, s)) == 0 || keyTypes[o.Type].words > 1 {
		return nil
	}
	for _, size := range [][2]int{{512, 2}, {512, 4}, {1024, 4}} {
		if one := s.With(size[0], size[1]); cellBytes(one) <= c.MaxSharedBytes {
			all = append(all, one)
		}
	}
	return all
}

// cellBytes is the shared memory of a sort by cells: the digits of each subgroup or the items, a
// cell of 1 byte and 1 more for each item, two words a digit, and what subgroups exchange.
func cellBytes(s kernel.Shape) int {
	n := s.TileSize()
	return 4*max(s.GroupSize/s.LaneCount*digits, n) + 2*n + 2*4*digits + 512
}

// tileWords is the most words of shared memory for the items: 32 KB, as every OpenGL 4.3 has.
const tileWords = 8192

// tileSpec is the kernel of a workgroup, of a family whose shape is that workgroup's.
func tileSpec(f family, kind tileKind) kernel.Spec {
	spec := f.scatter[kind.payload]
	spec.File = "radix/radix_tile.comp.glsl"
	spec.Constants = maps.Clone(spec.Constants)
	spec.Constants["UNROLL"] = spec.Shape.ItemsPerThread > partKeys
	spec.Slots = maps.Clone(spec.Slots)
	spec.Slots["DIGIT"] = shaders.Snippet{File: "radix/keys.glsl#digit_each"}
	spec.Slots["CELLS"] = shaders.Snippet{File: "radix/cells.glsl#none"}
	spec.Buffers = append([]string{"Keys", "DstKeys", "Count", "Fault"}, payloadBuffers[kind.payload]...)
	if kind.keyless {
		spec.Slots["PUT"] = shaders.Snippet{File: "radix/put.glsl#key_none"}
		spec.Buffers[1] = "DstKeys?"
	}
	return spec
}

// cellSpec is the kernel of a workgroup that sorts by cells. There are as many cells as items, a
// power of two.
func cellSpec(f family, kind tileKind) kernel.Spec {
	spec := tileSpec(f, kind)
	spec.Slots["CELLS"] = shaders.Snippet{File: "radix/cells.glsl#lanes"}
	spec.Constants["CELL_BITS"] = uint32(placeBits(spec.Shape))
	return spec
}

// buildTiles makes the table of tile sorters; each compiles on first use. Those that sort by cells
// come first.
func (s *Sorter) buildTiles(cells, tiles []kernel.Shape) {
	s.tileSorters = map[tileKind][]*tileSorter{}
	add := func(shapes []kernel.Shape, spec func(family, tileKind) kernel.Spec, cells bool) {
		for _, shape := range shapes {
			f := specs(shape, s.o.Type, s.inOrder)
			for _, kind := range tileKinds {
				one := &tileSorter{sized: sized{spec: spec(f, kind), most: shape.TileSize()}, cells: cells}
				s.tileSorters[kind] = append(s.tileSorters[kind], one)
			}
		}
	}
	add(cells, cellSpec, true)
	add(tiles, tileSpec, false)
}

// tileSorter returns the kernel that sorts at most n items in one dispatch, or nil.
func (s *Sorter) tileSorter(kind tileKind, n int, inPlace bool) *tileSorter {
	for _, t := range s.tileSorters[kind] {
		if n <= t.most && !t.wrong && (s.inTest || t.gains(kind, n, s.o.passes(), inPlace)) {
			return t
		}
	}
	return nil
}

// gains reports whether such a sort takes less time by this kernel than by those behind it in the
// table, or by passes. It is pure. One digit alone is sorted faster than cells.
func (t *tileSorter) gains(kind tileKind, n, passes int, inPlace bool) bool {
	switch {
	case t.split:
		return splitGains(kind.payload, n, passes, inPlace)
	case t.cells:
		return passes > 1
	}
	return true
}

// onlyPasses makes all sorts take the passes of many workgroups, until all is called.
func (s *Sorter) onlyPasses() (all func()) {
	tiles, runs := s.tileSorters, s.runs
	s.tileSorters, s.runs = nil, nil
	return func() { s.tileSorters, s.runs = tiles, runs }
}

// readyTile compiles and self-tests such a kernel, unless it is. After a failure larger tiles or
// the passes sort instead.
func (s *Sorter) readyTile(kind tileKind, n int, inPlace bool) (*tileSorter, error) {
	for {
		t := s.tileSorter(kind, n, inPlace)
		if t == nil || t.Kernel != nil {
			return t, nil
		}
		test := func() error { return s.testTile(kind, t) }
		err := kernel.RunSelfTest(s.d, "radix, one tile", t.spec.Shape, kernel.SelfTest{Specs: []kernel.Spec{t.spec}, Test: test})
		if err == nil {
			return t, load(s.d, &t.Loaded, t.spec)
		}
		t.Release()
		t.Loaded = kernel.Loaded[tileUniforms]{}
		if !errors.Is(err, gpu.ErrSelfTest) {
			return nil, err
		}
		t.wrong = true
	}
}

// mostTested is the most items of the self-test.
const mostTested = 1 << 14

// testTile is the self-test: as many items, and less by a count on the GPU, of all bits and of
// some.
func (s *Sorter) testTile(kind tileKind, t *tileSorter) error {
	if err := loadForTest(s.d, &t.Loaded, t.spec); err != nil {
		return err
	}
	use, all := kind.use(), s.tileSorters[kind]
	s.tileSorters[kind] = []*tileSorter{t}
	defer func() { s.tileSorters[kind] = all }()
	return s.aside(func(r *rand.Rand) error {
		n, bits := min(t.most, mostTested), 8*s.o.Type.Bytes()
		return s.tryAll(r, []trial{
			{use: use, n: n, most: n},
			{use: use, n: n, most: n, kind: evenKeys}, // few in a cell
			{use: use, n: n - n/5, most: n, first: min(3, bits-5), bits: bits - 5, descending: true},
			{use: use, n: n - n/3, most: n, first: min(3, bits-5), bits: bits - 5, descending: true, kind: evenKeys},
			{use: use, n: n - 1, most: n - 1, bits: min(bits, 17), inPlace: !kind.keyless && use != ForRecords, kind: gappedKeys},
			{use: use, n: 1, most: 1},
		})
	})
}

// The kernel's buffers of the payload, by index.
const (
	tileDstPayload = 4
	tilePayload    = 5
)

// sortTile enqueues the sort of one tile.
func (s *Sorter) sortTile(t *tileSorter, m move, keyless bool, n gpu.Count) {
	k := t.Kernel
	k.SetBuffer(0, m.src.keys)
	if !keyless {
		k.SetBuffer(1, m.dst.keys)
	}
	if m.kind != keysAlone {
		k.SetBuffer(tileDstPayload, m.dst.payload)
	}
	if m.kind.movesPayload() {
		k.SetBuffer(tilePayload, m.src.payload)
	}
	k.SetCount(n)
	k.Set(t.U.FirstBit, uint32(s.o.FirstBit))
	k.Set(t.U.Bits, uint32(s.o.Bits))
	k.Set(t.U.Descending, word(s.o.Descending))
	k.Dispatch(t.groupsOf(n.Max()))
}
