// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Sorter sorts by one set of Options. It owns kernels and scratch. Its methods must be called on
// the thread of the Device's context.
type Sorter struct {
	d *gpu.Device
	o Options
	layout
	inOrder bool // ranks by ordered shared atomics
	scratch *kernel.Scratch
	state   *gpu.Buffer[uint32]

	movers      [payloadKinds][]mover // by payloadKind
	oneDispatch map[tileKind][]*oneDispatch
	runs        *runSorter    // of software renderers
	msd         *msdSorter    // of many keys of 64 bits
	buckets     *bucketSorter // of many keys of 32 bits

	// Reduce-then-scan.
	counters []counter
	spine    kernel.Loaded[spineUniforms]
	addAlone int                          // the most workers without a spine
	order    kernel.Loaded[orderUniforms] // with SkipSorted
	groups   [orderAhead + 1]gpu.View     // the triples in state

	// Single pass.
	histogram     kernel.Loaded[histogramUniforms]
	histogramSpec kernel.Spec
	half          int  // of state: the words before the half of the latest sort
	fusedTiles    int  // the most tiles for which the first pass makes the histogram
	packedWrong   bool // the kernels of packed sorts failed their self-test
	leastValues   int  // the fewest values that are packed

	// Made when first needed.
	unpack, pack kernel.Loaded[repackUniforms]
	gatherer     *kernel.Gatherer
	segments     *segmentSorter
	byID         *Sorter // sorts by segment
	selection    *selection
	sample       *sample
	items        *itemSorter // of items that are no plain keys

	inTest bool // a self-test runs: kernels that are compiled meanwhile are not tested
	wrong  bool // a kernel failed its self-test, and nothing can replace it but another variant

	// What is compiled for the current options, so that a call need not check again.
	reserved [ForSegmentedTopK + 1]int // by Use: one more than the most items of Reserve
	latest   latestPasses
}

// New returns a Sorter for the options.
//
// New compiles next to nothing: a kernel is compiled by the first call that needs it, or ahead of
// time by Reserve. On a driver that comb has not tested yet, that call also self-tests the kernel
// and waits for the GPU. If digit passes fail, the Sorter becomes one of the next variant, and New
// passes over the variant from then on; Sorter.Variant names it. Other kernels that fail are
// replaced by digit passes.
//
// Errors: gpu.ErrShader, gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument:
// keys of a vector type, a bit range outside the key, a Key that cannot work, or Tuning.Workers
// outside 0 to 4,096. gpu.ErrUnsupported: Ranks do not work here. gpu.ErrSelfTest: every variant
// fails, or the kernel that computes keys.
func New(d *gpu.Device, o Options) (*Sorter, error) {
	o, err := o.withDefaults("New")
	if err != nil {
		return nil, err
	}
	s, err := newSorter(d, o.plain())
	if err == nil && o.byItems() {
		if err = s.addItems(o); err != nil {
			s.Release()
			return nil, err
		}
	}
	return s, err
}

// newSorter returns a Sorter of plain keys.
func newSorter(d *gpu.Device, o Options) (*Sorter, error) {
	return kernel.SelectVariant(d, "radix", o.Tuning, !o.SkipSorted, func(shape kernel.Shape) (*Sorter, error) {
		s := &Sorter{d: d, o: o, layout: o.layout(d.Caps(), shape), scratch: kernel.NewScratch(d, "radix")}
		var err error
		if s.inOrder, err = o.inOrder(d.Caps(), s.shape, func() (bool, error) { return kernel.LanesInOrder(d) }); err == nil {
			err = s.build()
		}
		if err != nil {
			s.Release()
			return nil, err
		}
		return s, nil
	}, (*Sorter).selfTest)
}

// buildTables makes the tables of kernels, which say what sorts n keys. It needs no device: each
// kernel compiles on first use.
func (s *Sorter) buildTables(c gpu.Caps) family {
	s.buildTiles(s.o.cellShapes(c, s.shape), s.o.tileShapes(c, s.shape))
	if shape, most := s.o.splitterShape(c, s.shape); most > 0 {
		s.buildSplitters(shape, most, c.Multiprocessors)
	}
	f := specs(s.shape, s.o.Type, s.inOrder)
	if s.layout.runs {
		s.runs = newRunSorter(f)
	}
	if s.o.SkipSorted {
		f = f.planned()
	}
	for kind, all := range f.movers(c, s.o.Tuning) {
		s.movers[kind] = moversOf(all)
	}
	s.leastValues = leastValues
	if s.singlePass() {
		s.buildMSD(f, c)
		s.buildBuckets(f, c)
		s.fusedTiles = s.mostFused()
	} else {
		s.counters, s.addAlone = countersOf(f.counters(c, s.o.Tuning)), addAlone
	}
	return f
}

// build makes the tables, and what sorts of either algorithm always need.
func (s *Sorter) build() (err error) {
	f := s.buildTables(s.d.Caps())
	if s.singlePass() {
		return s.buildSinglePass(f)
	}
	if s.spine, err = kernel.Load[spineUniforms](s.d, f.spine); err != nil {
		return err
	}
	if !s.o.SkipSorted {
		return nil
	}
	if s.order, err = kernel.Load[orderUniforms](s.d, f.order); err != nil {
		return err
	}
	if s.state, err = gpu.NewBuffer[uint32](s.d, orderWords); err != nil {
		return err
	}
	for i := range s.groups {
		if s.groups[i], err = s.state.Slice(3*i, 3*i+3); err != nil {
			return err
		}
	}
	return nil
}

// SetBits changes the bit range of the sorts that follow: bits from first up, 0 for all of them. It
// enqueues nothing. A sort by another range may need scratch and kernels that Reserve has not
// taken. For ScratchBytes set FirstBit and Bits of its Options. Errors: gpu.ErrArgument for a range
// outside the key, gpu.ErrReleased.
func (s *Sorter) SetBits(first, bits int) error {
	if s.released() {
		return fmt.Errorf("radix: SetBits: the Sorter is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	o, err := s.options().withBits(first, bits)
	if err != nil {
		return kernel.Named("radix", "SetBits", err)
	}
	if s.items != nil {
		s.items.o, s.items.latest = o, [mostRounds]latestPasses{}
	}
	if o.Type != gpu.Uint128 { // whose rounds set their bits
		s.o.FirstBit, s.o.Bits = o.FirstBit, o.Bits
	}
	s.reserved, s.latest = [len(s.reserved)]int{}, latestPasses{}
	return nil
}

// useBits is SetBits from bit 0 up, unless that is the range.
func (s *Sorter) useBits(bits int) error {
	if s.o.FirstBit == 0 && s.o.Bits == bits {
		return nil
	}
	return s.SetBits(0, bits)
}

// SetDescending changes the direction of the sorts that follow. It enqueues nothing. Equal keys
// keep their order either way. It does nothing for a nil or released Sorter.
func (s *Sorter) SetDescending(descending bool) {
	if s != nil {
		s.o.Descending = descending
	}
}

// UseScratch makes the Sorter work in the caller's memory instead of its own: at least
// ScratchBytes, or TopKScratchBytes, for the calls that follow. The zero View ends that. Between
// sorts the memory is the caller's; the Sorter keeps nothing in it. UseScratch itself checks
// nothing. Each call returns gpu.ErrView if the memory is too small, gpu.ErrOverlap if it overlaps
// a view of the call, and gpu.ErrReleased after its release. It does nothing for a nil or released
// Sorter.
func (s *Sorter) UseScratch(scratch gpu.View) {
	if !s.released() {
		s.scratch.UseScratch(scratch)
	}
}

// released reports whether there is nothing left to sort with.
func (s *Sorter) released() bool { return s == nil || s.movers[keysAlone] == nil }

// enter begins a call.
func (s *Sorter) enter() error {
	if s.released() {
		return fmt.Errorf("radix: the Sorter is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return s.d.Internal().Enter()
}

// Variant returns the algorithm of the digit passes and their lane tier, such as `chained-khr`; or
// `runs` on a software renderer, where each invocation sorts a run of keys; "" for a nil Sorter. On
// GPUs, few keys and very many are sorted in other forms all the same: see VariantFor. A call
// that is the first to need a kernel may change it: see New.
func (s *Sorter) Variant() string {
	switch {
	case s == nil:
		return ""
	case s.runs != nil && !s.runs.wrong:
		return variantRuns
	}
	return s.shape.Variant()
}

// The forms of VariantFor that are no algorithm of digit passes. docs/the-sort.md says which n
// takes which.
const (
	variantRuns     = "runs"
	variantOneTile  = "one-tile"
	variantSplitter = "splitters"
	variantMSD      = "most-significant-first"
)

// VariantFor returns the variant of a call of at most n items, by the current bit range:
//
//   - `one-tile`: one workgroup sorts the keys, in one dispatch.
//   - `splitters`: many workgroups sort them in one dispatch, each those between two splitters.
//   - `most-significant-first`: two passes by the most significant digits, then the rest in shared
//     memory. A sample of the keys, which the GPU takes first, may decide for digit passes instead.
//   - Otherwise Variant: `runs`, or digit passes of that name.
//
// Keys of 128 bits are sorted by each half; the name is that of the first sort.
//
// That is for calls that are not in place. In place, splitters sort up to 2^15 items, and none by
// 16 bits or fewer; one tile or digit passes sort the others. Keys of 8 and 16 bits are always
// sorted in place, in the scratch. ForSegmented and ForSegmentedTopK have kernels of their own, of
// which no name is given: the result is Variant. The arguments are not checked.
func (s *Sorter) VariantFor(use Use, n int) string {
	if s.released() || use.segmented() {
		return s.Variant()
	}
	kind, keyless, inPlace := use.kind(), use.keyless(), s.sortsInPlace(use, false)
	if s.items != nil {
		defer func(o Options) { s.o = o }(s.o)
		rounds, _ := s.items.o.rounds()
		s.o.FirstBit, s.o.Bits = rounds[0].first, rounds[0].bits
		kind, keyless = s.itemKind(use), true
	}
	if t := s.oneDispatchFor(tileKind{kind, keyless}, n, inPlace); t != nil {
		if t.split {
			return variantSplitter
		}
		return variantOneTile
	}
	if s.byBuckets(n, s.packing(kind, keyless, n)) {
		return variantMSD
	}
	return s.Variant()
}

// Release frees the kernels and the scratch.
func (s *Sorter) Release() {
	if s == nil {
		return
	}
	s.spine.Release()
	s.order.Release()
	s.histogram.Release()
	for i := range s.counters {
		s.counters[i].Release()
	}
	for _, all := range s.movers {
		for i := range all {
			all[i].release()
		}
	}
	for _, all := range s.oneDispatch {
		for _, t := range all {
			t.Release()
		}
	}
	s.runs.release()
	s.msd.release()
	s.buckets.release()
	s.unpack.Release()
	s.pack.Release()
	s.gatherer.Release()
	s.segments.release()
	s.byID.Release()
	s.selection.Release()
	s.sample.Release()
	s.items.release()
	s.state.Release()
	s.scratch.Release()
	s.movers = [payloadKinds][]mover{}
}
