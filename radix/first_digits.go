// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"maps"
	"math/rand"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// What the two sorts by the most significant digits first share: that of keys of two words (msd.go)
// and that of keys of one (buckets.go). Both order the keys by 16 bits in two passes, sort what is
// equal in these in shared memory, and list what does not fit for msd_rest.

// firstDigits has the kernels behind the two passes, and the memory of the decision.
type firstDigits struct {
	wrong   bool // a kernel failed its self-test
	plan    *gpu.Buffer[uint32]
	args    *gpu.Buffer[uint32]                        // of indirect dispatches
	windows [msdKinds]kernel.Loaded[msdWindowUniforms] // by windowsKind
	dense   [msdKinds]kernel.Loaded[msdWindowUniforms]
	rest    [2]kernel.Loaded[msdWindowUniforms] // for keys alone, and with a payload
}

// denseGroups is the workgroups of window_dense on each multiprocessor.
const denseGroups = 4

// behindSpecs are the kernels behind the two passes, as firstDigits has them.
type behindSpecs struct {
	windows, dense [msdKinds]kernel.Spec
	rest           [2]kernel.Spec
}

// firstDigitsFit reports whether kernels of a shape may sort so by default. There are no such sorts
// in software, without lanes that exchange values, and if the caller's Tuning has a say in the
// passes; nor with fewer than 32 lanes, where no GPU was measured. It is pure.
func (o Options) firstDigitsFit(c gpu.Caps, s kernel.Shape) bool {
	return !c.Software && s.Lanes == gpu.LanesKHR && s.LaneCount >= 32 && o.Tuning == gpu.Tuning{Lanes: o.Lanes}
}

// windowsKind is what the sort behind the two passes moves, if the first pass moves kind.
func windowsKind(kind payloadKind, keyless bool) payloadKind {
	switch {
	case kind == keysAlone:
		return keysAlone
	case keyless:
		return withIndex // the place of payloadAlone
	}
	return withPayload
}

// firstPassSpecs are the kernels of the two passes, by payloadKind: those for many keys, with this
// DIGIT.
func firstPassSpecs(movers [payloadKinds][]sized, digit string) (passes [msdKinds]kernel.Spec) {
	for kind := range passes {
		sizes := movers[kind]
		one := sizes[len(sizes)-1].spec
		one.Slots = maps.Clone(one.Slots)
		one.Slots["DIGIT"] = shaders.Snippet{File: digit}
		one.Buffers = append(slices.Clone(one.Buffers), "Plan")
		passes[kind] = one
	}
	return passes
}

// behind are the kernels behind the two passes. pass is that of keys alone. window is a slot of the
// kernel in file, whose workgroup sorts a tile. digit is a slot of msd_rest, for keys of so many
// words.
func behind(c gpu.Caps, pass kernel.Spec, file, window string, tile kernel.Shape, digit string, keyWords int) behindSpecs {
	pass.Slots = maps.Clone(pass.Slots)
	all := behindSpecs{rest: restSpecs(pass, digit, keyWords)}
	pass.Slots["WINDOW"] = shaders.Snippet{File: window}
	all.windows = windowSpecs(pass, file, tile, 4)
	all.dense = windowSpecs(pass, "radix/window_dense.comp.glsl", denseTile(c, tile), 8)
	return all
}

// denseTile is the workgroup that sorts a window of too many keys: what the shared memory of every
// OpenGL 4.3 holds, or for tests a little more than a tile. It is pure.
func denseTile(c gpu.Caps, tile kernel.Shape) kernel.Shape {
	if tile.TileSize() < 1024 || c.Internal().GroupSize > 0 {
		return tile.With(tile.GroupSize, tile.ItemsPerThread+1)
	}
	return tile.With(512, 6)
}

// windowSpecs are the kernels of a file that sort what two passes have ordered, by windowsKind.
func windowSpecs(pass kernel.Spec, file string, tile kernel.Shape, countBits int) (windows [msdKinds]kernel.Spec) {
	for kind := range windows {
		one := pass
		one.File, one.Shape = file, tile
		one.Constants, one.Slots = maps.Clone(pass.Constants), maps.Clone(pass.Slots)
		one.Constants["CELL_BITS"], one.Constants["COUNT_BITS"] = cellBits(tile), uint32(countBits)
		one.Constants["INEXACT_MOST"] = uint32(inexactMost(tile, countBits))
		delete(one.Slots, "DIGIT")
		one.Buffers = []string{"Keys", "DstKeys?", "Table", "Plan"}
		if payloadKind(kind) == withIndex {
			one.Slots["PUT"] = shaders.Snippet{File: "radix/put.glsl#key_none"}
		}
		if payloadKind(kind) != keysAlone {
			one.Slots["PAYLOAD"] = shaders.Snippet{File: "radix/put.glsl#payload_u32"}
			one.Buffers = append(one.Buffers, "DstPayload", "Payload")
		}
		windows[kind] = one
	}
	return windows
}

// restSpecs are the kernels that sort what windows left, for keys alone and with a payload: those
// of a pass, with this DIGIT and keys of so many words.
func restSpecs(pass kernel.Spec, digit string, keyWords int) (rest [2]kernel.Spec) {
	items := max(4, pass.Shape.ItemsPerThread) // llvmpipe runs 2 wrong
	if items%2 == 0 && items > partKeys {
		items = partKeys
	}
	for payload := range rest {
		one := pass
		one.File = "radix/msd_rest.comp.glsl"
		one.Shape = pass.Shape.With(pass.Shape.GroupSize, items)
		one.Slots, one.Constants = maps.Clone(pass.Slots), maps.Clone(pass.Constants)
		one.Slots["DIGIT"] = shaders.Snippet{File: digit}
		one.Slots["PUT"] = shaders.Snippet{File: "radix/put.glsl#none_words"}
		one.Constants["STAGES"], one.Constants["STORED_WORDS"], one.Constants["PAYLOAD_WORDS"] = uint32(1), uint32(keyWords), uint32(payload)
		one.Buffers = []string{"Keys?", "DstKeys", "Spare", "Table", "Plan", "DstPayload?", "SparePayload?"}
		rest[payload] = one
	}
	return rest
}

// inexactMost is how many keys of a tile may have words that are equal but for their places. Of
// random keys hardly ever more than two do.
func inexactMost(tile kernel.Shape, countBits int) int {
	if countBits == 4 {
		return 64
	}
	return 2 * tile.TileSize() / 3 // so that shared memory suffices
}

// of are the kernels of a sort whose first pass moves kind.
func (b behindSpecs) of(kind payloadKind, keyless bool) []kernel.Spec {
	w := windowsKind(kind, keyless)
	return []kernel.Spec{b.windows[w], b.dense[w], b.rest[word(kind != keysAlone)]}
}

// all are the kernels of all sorts.
func (b behindSpecs) all() []kernel.Spec {
	return slices.Concat(b.windows[:], b.dense[:], b.rest[:])
}

// load makes the memory, with so many words of plan, and compiles the kernels of a sort, unless
// they are.
func (f *firstDigits) load(d *gpu.Device, words int, kind payloadKind, keyless bool, b behindSpecs) (err error) {
	if f.plan == nil {
		if f.plan, err = gpu.NewBuffer[uint32](d, words); err != nil {
			return err
		}
		if f.args, err = gpu.NewBuffer[uint32](d, argsWords); err != nil {
			return err
		}
	}
	w, p := windowsKind(kind, keyless), word(kind != keysAlone)
	if err := load(d, &f.windows[w], b.windows[w]); err != nil {
		return err
	}
	if err := load(d, &f.dense[w], b.dense[w]); err != nil {
		return err
	}
	return load(d, &f.rest[p], b.rest[p])
}

// readyFirstDigits self-tests the kernels of a sort, which load compiles. If the test fails, they
// are wrong, and the caller releases them.
func (s *Sorter) readyFirstDigits(f *firstDigits, name string, specs []kernel.Spec, shape kernel.Shape, load, test func() error) error {
	err := kernel.RunSelfTest(s.d, name, shape, kernel.SelfTest{Specs: specs, Test: func() error {
		if err := failed(load()); err != nil {
			return err
		}
		return test()
	}})
	if err == nil {
		return load()
	}
	if errors.Is(err, gpu.ErrSelfTest) {
		f.wrong = true
		return s.renewState()
	}
	return err
}

// tryFirstDigits is the self-test: random keys, some of them equal; keys of which half have few
// values, which take all passes, by bits of them from first on; and a count on the GPU. In a call
// of a few tiles.
func (s *Sorter) tryFirstDigits(kind payloadKind, keyless bool, tile, first, bits int) error {
	defer s.onlyPasses()()
	defer s.unpacked()()
	return s.aside(func(r *rand.Rand) error {
		use := tileKind{kind, keyless}.use()
		n := 5*tile + 37
		return s.tryAll(r, []trial{
			{use: use, n: n, most: n, kind: evenKeys},
			{use: use, n: n - 900, most: n, descending: true, kind: evenKeys, inPlace: use == ForKeys || use == ForPairs},
			{use: use, n: n, most: n, first: first, bits: bits, kind: anyKeys},
			{use: use, n: 1, most: n, kind: evenKeys},
		})
	})
}

// leastPass is the smallest tile of the passes behind the first two.
func (s *Sorter) leastPass(kind payloadKind, r sorting) int {
	least := gpu.MaxItems
	for place := 2; place < s.o.passes(); place++ {
		m := kernel.BySize(s.movers[s.kindAt(kind, place, r.keyless, r.packing.at)], r.n.Max())
		least = min(least, m.spec.Shape.TileSize())
	}
	return least
}

// groups is the workgroups of an indirect dispatch.
func (f *firstDigits) groups(at int) gpu.View {
	v, _ := f.args.Slice(at, at+3) // inside args
	return v
}

// latePass is the workgroups of a pass behind the first two, as the GPU decides.
func (f *firstDigits) latePass(place int) gpu.View { return f.groups(argsPasses + 4*(place/2-1)) }

// setFirstPass binds and sets what one of the two passes needs.
func (s *Sorter) setFirstPass(f *firstDigits, k *kernel.Kernel, u *msdPassUniforms, m move, r sorting, place int) {
	m.bind(k, r)
	k.SetBuffer(bufState, s.state.View())
	k.SetBuffer(bufOrder[m.kind], f.plan.View())
	k.Set(u.Straight, 0)
	k.Set(u.Pass, uint32(place))
	k.Set(u.Number, uint32(place))
	k.Set(u.Flip, (digits-1)*word(s.o.Descending))
	nextTile := k.Shape().TileSize() // the second of the two passes has the same tile
	if place == 1 {
		nextTile = s.nextTile(r, place)
	}
	s.setChain(k, u.chainUniforms, r, place, nextTile)
}

// sortBehind enqueues the kernels behind the two passes, with barriers between them. The lists of
// windows for window_dense and for msd_rest begin in the table where lists says.
func (s *Sorter) sortBehind(f *firstDigits, dst arrays, r sorting, kind payloadKind, lists [2]int) error {
	windows, dense := &f.windows[windowsKind(kind, r.keyless)], &f.dense[windowsKind(kind, r.keyless)]
	s.setWindows(f, windows, dst, r, kind)
	windows.Set(windows.U.Rest, uint32(lists[0]))
	windows.Set(windows.U.RestNumber, 0)
	if err := windows.DispatchIndirect(f.groups(argsWindows)); err != nil {
		return err
	}
	s.d.StorageBarrier()
	s.setWindows(f, dense, dst, r, kind)
	dense.Set(dense.U.Dense, uint32(lists[0]))
	dense.Set(dense.U.Rest, uint32(lists[1]))
	dense.Set(dense.U.RestNumber, 1)
	dense.Dispatch(denseGroups * s.d.Caps().Multiprocessors)
	s.d.StorageBarrier()
	s.sortRest(f, dst, r, kind, lists[1])
	return nil
}

// setWindows binds what a sort of windows or buckets needs, in place.
func (s *Sorter) setWindows(f *firstDigits, k *kernel.Loaded[msdWindowUniforms], dst arrays, r sorting, kind payloadKind) {
	k.SetBuffer(0, dst.keys)
	if !r.keyless {
		k.SetBuffer(1, dst.keys)
	}
	k.SetBuffer(2, r.table)
	k.SetBuffer(3, f.plan.View())
	if kind != keysAlone {
		k.SetBuffer(4, dst.payload)
		k.SetBuffer(5, dst.payload)
	}
	k.U.rangeUniforms.set(k.Kernel, s.o.FirstBit, s.o)
}

// sortRest enqueues the sort of what is listed from a word of the table on, in place.
func (s *Sorter) sortRest(f *firstDigits, dst arrays, r sorting, kind payloadKind, list int) {
	k := &f.rest[word(kind != keysAlone)]
	k.SetBuffer(1, dst.keys)
	k.SetBuffer(2, r.scratch.keys)
	k.SetBuffer(3, r.table)
	k.SetBuffer(4, f.plan.View())
	if kind != keysAlone {
		k.SetBuffer(5, dst.payload)
		k.SetBuffer(6, r.scratch.payload)
	}
	k.U.rangeUniforms.set(k.Kernel, s.o.FirstBit, s.o)
	k.Set(k.U.Rest, uint32(list))
	k.Dispatch(r.workers)
}

// release frees all, and keeps whether the kernels are wrong.
func (f *firstDigits) release() {
	for i := range f.windows {
		f.windows[i].Release()
		f.dense[i].Release()
	}
	for i := range f.rest {
		f.rest[i].Release()
	}
	f.plan.Release()
	f.args.Release()
	*f = firstDigits{wrong: f.wrong}
}
