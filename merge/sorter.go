// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Sorter is a merge sort. It owns kernels and scratch. Its methods must be called on the thread of
// the Device's context.
type Sorter struct {
	d       *gpu.Device
	o       Options
	shape   kernel.Shape
	kinds   [2]sortKernels // of items alone, and of items with a payload where a call needed it
	split   splitter
	scratch *kernel.Scratch
	indices gpu.View // with InputGathered
}

// sortKernels are the two kernels of a sort. There are none before compile.
type sortKernels struct {
	tile kernel.Loaded[tileUniforms]
	pass kernel.Loaded[passUniforms]
}

func (k *sortKernels) release() {
	k.tile.Release()
	k.pass.Release()
	*k = sortKernels{}
}

// tileUniforms are the uniforms of tile_sort.
type tileUniforms struct {
	DropsKeys    kernel.Uniform `uniform:"drops_keys"`
	MakesIndices kernel.Uniform `uniform:"makes_indices,optional"` // with a payload
}

// passUniforms are the uniforms of runs_merge.
type passUniforms struct {
	knownUniforms
	DropsKeys kernel.Uniform `uniform:"drops_keys"`
	Run       kernel.Uniform `uniform:"run"`
	PairTiles kernel.Uniform `uniform:"pair_tiles"`
}

// The kernels' buffers, by index. The payloads follow those that a kernel has anyway.
const (
	sortSrc     = 0
	sortDst     = 1
	tilePayload = 4 // Src, Dst, Count, Fault
	passPayload = 3 // Src, Dst, Count
	passSplits  = 3 // of items alone
	runsSplits  = 2 // in runs_split: Src, Count
)

// sortTile returns the shape of the kernel that sorts tiles of a kind, from that for tiles of any
// kind. Its tile has two tiles of the passes if there is room, or one. That saves a pass. In
// software it has one, so that few items are sorted by more than one core.
func (o Options) sortTile(s kernel.Shape, kind int) kernel.Shape {
	s = o.mergeTile(s, kind)
	bytes := o.Bytes
	if kind == withPayload && o.wordsApart() {
		bytes += 4
	}
	two := s.With(2*s.GroupSize, s.ItemsPerThread)
	if o.GroupSize > 0 || s.MaxItems > 0 || two.GroupSize == s.GroupSize || !fits(two.GroupSize, two.ItemsPerThread, bytes) {
		return s
	}
	return two
}

func (o Options) sortSpecs(s kernel.Shape, kind int) (tile, pass kernel.Spec) {
	tile = o.spec("merge/tile_sort.comp.glsl", o.sortTile(s, kind), "Src", "Dst", "Count", "Fault")
	pass = o.spec("merge/runs_merge.comp.glsl", o.mergeTile(s, kind), "Src", "Dst", "Count")
	if kind == alone {
		return o.reads(payloadSpec(tile, "none")), splitsIn(payloadSpec(pass, "none_moved", "Splits"), "words")
	}
	buffers := []string{"DstPayload", "Payload"}
	return o.reads(payloadSpec(tile, "tile", buffers...)), splitsIn(payloadSpec(pass, "runs", buffers...), "payload")
}

func (o Options) sortSplitSpec() kernel.Spec {
	return o.splitSpec("merge/runs_split.comp.glsl", "Src", "Count")
}

// NewSorter returns a Sorter for the order. It compiles the kernels of SortKeys. Those of SortPairs
// and SortIndices are compiled and self-tested by the first call or by Reserve. On a driver that
// comb has not tested yet NewSorter runs a self-test and waits for the GPU. Errors: as for
// NewSearcher.
func NewSorter(d *gpu.Device, o Options) (*Sorter, error) {
	if err := kernel.Attached(d, "merge", "NewSorter"); err != nil {
		return nil, err
	}
	o, err := o.withDefaults("NewSorter")
	if err != nil {
		return nil, err
	}
	shape, err := o.shape(d.Caps())
	if err != nil {
		return nil, err
	}
	s := newSorter(d, o, shape)
	if err := s.ready(alone); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func newSorter(d *gpu.Device, o Options, shape kernel.Shape) *Sorter {
	return &Sorter{d: d, o: o, shape: shape, split: splitter{from: splitFrom}, scratch: kernel.NewScratch(d, "Sorter")}
}

// compile compiles a kind of kernels and the search for splits, unless they are.
func (s *Sorter) compile(kind int) (err error) {
	k := &s.kinds[kind]
	if k.pass.Kernel != nil {
		return nil
	}
	tile, pass := s.o.sortSpecs(s.shape, kind)
	if k.tile, err = kernel.Load[tileUniforms](s.d, tile); err == nil {
		err = s.o.checkStrides("NewSorter", k.tile.Kernel, "Src", false)
	}
	if err == nil {
		k.pass, err = kernel.Load[passUniforms](s.d, pass)
	}
	if err == nil && s.split.Kernel == nil {
		s.split.Loaded, err = kernel.Load[splitUniforms](s.d, s.o.sortSplitSpec())
	}
	if err != nil {
		k.release()
	}
	return err
}

// ready compiles and tests a kind of kernels, unless they are.
func (s *Sorter) ready(kind int) error {
	if s.kinds[kind].pass.Kernel != nil {
		return nil
	}
	err := s.compile(kind)
	if err == nil {
		err = kernel.RunSelfTest(s.d, [...]string{"merge: sort", "merge: sort of pairs"}[kind], s.shape, s.selfTest(kind))
	}
	if err != nil {
		s.kinds[kind].release()
	}
	return err
}

// Use is what a sort moves.
type Use int

// The uses.
const (
	ForKeys    Use = iota // SortKeys
	ForPairs              // SortPairs
	ForIndices            // SortIndices
)

func (u Use) String() string {
	if u < ForKeys || u > ForIndices {
		return fmt.Sprintf("use(%d)", int(u))
	}
	return [...]string{"keys", "pairs", "indices"}[u]
}

// kind is the kind of kernels of a use.
func (u Use) kind() int {
	if u == ForKeys {
		return alone
	}
	return withPayload
}

// sortSizes are the parts of the scratch, in bytes: items and payload of every second step, and
// items of the other steps if the caller wants none.
type sortSizes struct{ keys, payload, spare int }

func (z sortSizes) bytes() int { return kernel.ScratchBytes(z.keys, z.payload, z.spare) }

// passes returns the number of merge passes for at most n items of a kind.
func (o Options) passes(s kernel.Shape, kind, n int) (p int) {
	for run := o.sortTile(s, kind).TileSize(); run < n; run *= 2 {
		p++
	}
	return p
}

func (o Options) sortSizes(s kernel.Shape, use Use, n int) (z sortSizes) {
	p := o.passes(s, use.kind(), n)
	if p > 0 {
		z.keys = n * o.Bytes
		if use != ForKeys {
			z.payload = 4 * n
		}
	}
	if p > 1 && use == ForIndices {
		z.spare = n * o.Bytes
	}
	return z
}

// ScratchBytes returns the memory in bytes that a Sorter works in for at most n items, for
// UseScratch. It is pure: c may come from another machine. Errors: those of NewSorter that need no
// device; gpu.ErrCount.
func ScratchBytes(c gpu.Caps, o Options, use Use, n int) (int, error) {
	o, err := o.withDefaults("ScratchBytes")
	if err != nil {
		return 0, err
	}
	shape, err := o.shape(c)
	if err != nil {
		return 0, err
	}
	if err := checkUse("ScratchBytes", use, n); err != nil {
		return 0, err
	}
	return o.sortSizes(shape, use, n).bytes(), nil
}

func checkUse(what string, use Use, n int) error {
	if use < ForKeys || use > ForIndices {
		return fmt.Errorf("merge: %s: use is %v, want one of the constants: %w", what, use, gpu.ErrArgument)
	}
	if n < 0 || n > gpu.MaxItems {
		return fmt.Errorf("merge: %s: n is %d, want from 0 to %d: %w", what, n, gpu.MaxItems, gpu.ErrCount)
	}
	return nil
}

// Reserve compiles the kernels of a use and allocates scratch for calls of up to n items. After it
// such calls neither allocate nor compile. Errors: gpu.ErrArgument, gpu.ErrCount,
// gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrView if the memory of UseScratch is
// too small, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Sorter) Reserve(use Use, n int) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := checkUse("Reserve", use, n); err != nil {
		return err
	}
	if err := s.ready(use.kind()); err != nil {
		return err
	}
	return named("Reserve", s.scratch.Reserve(s.o.sortSizes(s.shape, use, n).bytes()))
}

// UseScratch makes the Sorter work in the caller's memory instead of its own: at least
// ScratchBytes. The zero View ends that. Between calls the memory is the caller's; the Sorter keeps
// nothing in it.
func (s *Sorter) UseScratch(scratch gpu.View) {
	if s != nil && s.scratch != nil {
		s.scratch.UseScratch(scratch)
	}
}

// Programs returns the GL programs with the caller's Less, for a caller that sets plain uniforms of
// it: set them in all programs. It compiles the kernels that no call has needed so far. It is nil
// for a nil or released Sorter.
func (s *Sorter) Programs() []uint32 {
	if s.Reserve(ForPairs, 0) != nil {
		return nil
	}
	all := []*kernel.Kernel{s.split.Kernel}
	for i := range s.kinds {
		all = append(all, s.kinds[i].tile.Kernel, s.kinds[i].pass.Kernel)
	}
	return kernel.ProgramsOf(all...)
}

// Variant returns the algorithm and the lane tier, `chunked-shared`: its lanes do not cooperate, so
// there is one variant. It is "" for a nil Sorter.
func (s *Sorter) Variant() string {
	if s == nil {
		return ""
	}
	return s.shape.Variant()
}

// enter begins a call.
func (s *Sorter) enter() error {
	if s == nil || s.scratch == nil {
		return fmt.Errorf("merge: the Sorter is nil, not made by NewSorter or released: %w", gpu.ErrReleased)
	}
	return s.d.Internal().Enter()
}

// Release frees the kernels and the scratch.
func (s *Sorter) Release() {
	if s == nil {
		return
	}
	for i := range s.kinds {
		s.kinds[i].release()
	}
	s.split.Release()
	s.scratch.Release()
	s.scratch = nil
}
