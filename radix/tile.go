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

// Few items are sorted in one dispatch: by one workgroup, whose items are one tile
// (radix_tile.comp.glsl), or by many (split.go). A digit pass takes a dispatch or more, and with
// few items a dispatch takes nearly all of the time.

// oneDispatch is a kernel that sorts up to `most` keys of one payload kind in one dispatch: one
// workgroup, or with split many. It is compiled and self-tested on first use.
type oneDispatch struct {
	sized
	kernel.Loaded[tileUniforms]
	cells bool // one workgroup sorts by cells; without cells and split, by digits
	split bool // many workgroups sort, by splitters
	wrong bool // it failed its self-test
}

// name names the kernel in Report.
func (t *oneDispatch) name() string {
	if t.split {
		return "radix, splitters"
	}
	return "radix, one tile"
}

// tileUniforms are those of radix_tile and radix_split.
type tileUniforms struct {
	FirstBit   kernel.Uniform `uniform:"first_bit"`
	Bits       kernel.Uniform `uniform:"bit_count"`
	Descending kernel.Uniform `uniform:"descending"`
}

// tileKind selects the kernels of a use: what a first pass would move beside the keys, and whether
// the sorted keys are not wanted.
type tileKind struct {
	payload payloadKind
	keyless bool
}

// use is the Use that such kernels sort for.
func (k tileKind) use() Use {
	return map[tileKind]Use{
		{keysAlone, false}: ForKeys, {withPayload, false}: ForPairs, {withPayload, true}: ForValues,
		{withIndex, false}: ForRecords, {withIndex, true}: ForIndices,
	}[k]
}

// tileKinds are those of all uses.
var tileKinds = []tileKind{{keysAlone, false}, {withPayload, false}, {withPayload, true}, {withIndex, false}, {withIndex, true}}

// inTiles reports whether few items are sorted in one dispatch if the device is a GPU. It is pure.
func (o Options) inTiles(s kernel.Shape) bool {
	return s.Lanes == gpu.LanesKHR && s.LaneCount >= 32 && !o.SkipSorted && o.Tuning == gpu.Tuning{Lanes: o.Lanes}
}

// tileShapes are the workgroups that sort a tile by digits, for few items first. It is pure. There
// are none on a software renderer, where a dispatch costs little, on lanes that cannot exchange
// values, for SkipSorted, and if the caller's Tuning sets more than the lanes. 2^12 keys took an
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

// cellShapes are the workgroups that sort a tile by cells, for few items first. It is pure. There
// are none where tileShapes has none. 2^12 random keys took an H200 10.1 us in 1,024 invocations
// and 10.8 in 512, and keys with a full cell 18.4 and 16.3. 2^11 keys of two words took 10.8 in
// 1,024 and 11.7 in 512, but more are sorted by digits, in a workgroup that is slower at it.
func (o Options) cellShapes(c gpu.Caps, s kernel.Shape) (all []kernel.Shape) {
	if len(o.tileShapes(c, s)) == 0 {
		return nil
	}
	for _, size := range [][2]int{{512, 2}, {512, 4}, {1024, 4}} {
		if one := s.With(size[0], size[1]); cellBytes(one, keyTypes[o.Type].words) <= c.MaxSharedBytes {
			all = append(all, one)
		}
	}
	return all
}

// cellBytes is the shared memory of a sort by cells, of keys of so many words. It is the larger of
// the digit counts of all subgroups and the keys, 2 bytes for each cell, two words for each digit,
// and 512 bytes that subgroups exchange.
func cellBytes(s kernel.Shape, words int) int {
	n := s.TileSize()
	return 4*max(s.GroupSize/s.LaneCount*digits, words*n) + 2*n + 2*4*digits + 512
}

// tileWords is the most words of shared memory for the items: 32 KB, as every OpenGL 4.3 has.
const tileWords = 8192

// tileSpec is the kernel that sorts a tile by digits. The family has the shape of its workgroup.
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

// cellSpec is the kernel that sorts a tile by cells. There are as many cells as items, a power of
// two. Floats leave out the gap between the signs: 2^12 normal ones took an H200 9.8 us instead of
// 16.7, and 17.1 instead of 34.5 of 64 bits. Random words took 8.5 with it and 7.8 without.
func cellSpec(f family, kind tileKind) kernel.Spec {
	spec := tileSpec(f, kind)
	spec.Slots["CELLS"] = shaders.Snippet{File: "radix/cells.glsl#lanes"}
	spec.Constants["CELL_BITS"] = uint32(placeBits(spec.Shape))
	spec.Constants["SIGN_GAP"] = f.keys == gpu.Float16 || f.keys == gpu.Float32 || f.keys == gpu.Float64
	return spec
}

// buildTiles makes the table of kernels that sort a tile; each compiles on first use. Those that
// sort by cells come first.
func (s *Sorter) buildTiles(cells, tiles []kernel.Shape) {
	s.oneDispatch = map[tileKind][]*oneDispatch{}
	add := func(shapes []kernel.Shape, spec func(family, tileKind) kernel.Spec, cells bool) {
		for _, shape := range shapes {
			f := specs(shape, s.o.Type, s.inOrder)
			for _, kind := range tileKinds {
				one := &oneDispatch{sized: sized{spec: spec(f, kind), most: shape.TileSize()}, cells: cells}
				s.oneDispatch[kind] = append(s.oneDispatch[kind], one)
			}
		}
	}
	add(cells, cellSpec, true)
	add(tiles, tileSpec, false)
}

// oneDispatchFor returns the kernel that sorts at most n items in one dispatch, or nil if passes
// do. It is the first of the table that is for as many, gains and has not failed.
func (s *Sorter) oneDispatchFor(kind tileKind, n int, inPlace bool) *oneDispatch {
	for _, t := range s.oneDispatch[kind] {
		if n <= t.most && !t.wrong && (s.inTest || t.gains(kind, keyTypes[s.o.Type].words, n, s.o.passes(), inPlace)) {
			return t
		}
	}
	return nil
}

// gains reports whether this kernel takes less time than those behind it in the table, and than
// passes. It is pure. By one digit alone, digits are faster than cells.
func (t *oneDispatch) gains(kind tileKind, words, n, passes int, inPlace bool) bool {
	switch {
	case t.split:
		return splitterGains(kind.payload, words, n, passes, inPlace)
	case t.cells:
		return passes > 1
	}
	return true
}

// onlyPasses makes all sorts take digit passes, and none by runs, until all is called.
func (s *Sorter) onlyPasses() (all func()) {
	tiles, runs := s.oneDispatch, s.runs
	s.oneDispatch, s.runs = nil, nil
	return func() { s.oneDispatch, s.runs = tiles, runs }
}

// readyOneDispatch compiles and self-tests the kernel of oneDispatchFor, unless it is. If the
// self-test fails, it takes the next kernel of the table, or none: passes sort then.
func (s *Sorter) readyOneDispatch(kind tileKind, n int, inPlace bool) (*oneDispatch, error) {
	for {
		t := s.oneDispatchFor(kind, n, inPlace)
		if t == nil || t.Kernel != nil {
			return t, nil
		}
		test := func() error { return s.testOneDispatch(kind, t) }
		err := kernel.RunSelfTest(s.d, t.name(), t.spec.Shape, kernel.SelfTest{Specs: []kernel.Spec{t.spec}, Test: test})
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

// mostTested is the most items of that self-test.
const mostTested = 1 << 14

// testOneDispatch is the self-test of such a kernel: of as many items as it takes, and of fewer by
// a count on the GPU, by all bits and by some.
func (s *Sorter) testOneDispatch(kind tileKind, t *oneDispatch) error {
	if err := loadForTest(s.d, &t.Loaded, t.spec); err != nil {
		return err
	}
	use, all := kind.use(), s.oneDispatch[kind]
	s.oneDispatch[kind] = []*oneDispatch{t}
	defer func() { s.oneDispatch[kind] = all }()
	return s.aside(func(r *rand.Rand) error {
		n, bits := min(t.most, mostTested), 8*s.o.Type.Bytes()
		return s.tryAll(r, []trial{
			{use: use, n: n, most: n},
			{use: use, n: n, most: n, kind: evenKeys}, // few in a cell
			{use: use, n: n - n/5, most: n, first: min(3, bits-5), bits: bits - 5, descending: true},
			{use: use, n: n - n/3, most: n, first: min(3, bits-5), bits: bits - 5, descending: true, kind: evenKeys},
			{use: use, n: n - 1, most: n - 1, bits: min(bits, 17), inPlace: !kind.keyless && use != ForRecords, kind: gappedKeys},
			{use: use, n: n, most: n, kind: twinKeys},
			{use: use, n: 1, most: 1},
		})
	})
}

// The kernel's buffers of the payload, by index.
const (
	tileDstPayload = 4
	tilePayload    = 5
)

// sortInOneDispatch enqueues the sort by such a kernel.
func (s *Sorter) sortInOneDispatch(t *oneDispatch, m move, keyless bool, n gpu.Count) {
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
