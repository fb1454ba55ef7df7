// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Sets computes set operations of two sorted arrays. It owns kernels and the counts of its latest
// two calls. Its methods must be called on the thread of the Device's context.
type Sets struct {
	d       *gpu.Device
	o       Options
	shape   kernel.Shape
	count   kernel.Loaded[setUniforms] // of reduce-then-scan
	move    kernel.Loaded[setUniforms]
	totals  *gpu.Buffer[uint32]    // of the workers
	chain   *kernel.Chain          // of the single-pass form
	counted *kernel.Kernel         // checks counts on the GPU, in that form too
	split   splitter               // of that form too
	splits  *kernel.Scratch        // two words a tile
	counts  [2]*gpu.Buffer[uint32] // a word each, which calls write in turn
	most    [2]int                 // their maxima
	latest  int
	workers int
}

// setUniforms are the uniforms of all kernels.
type setUniforms struct {
	Workers kernel.Uniform `uniform:"workers,optional"` // of reduce-then-scan
	KeepA   kernel.Uniform `uniform:"keep_a"`
	KeepB   kernel.Uniform `uniform:"keep_b"`
	Room    kernel.Uniform `uniform:"room,optional"` // of the kernel that moves

	// Of the single-pass form.
	SplitsKnown kernel.Uniform `uniform:"splits_known,optional"`
	SplitStep   kernel.Uniform `uniform:"split_step,optional"`
}

// The kernels' buffers, by index.
const (
	setA      = 0
	setB      = 1
	setDst    = 2 // in sets_count: Counts
	setTotals = 3
	setNumber = 4
	setSplits = 7 // behind the counts
)

func (o Options) setSpecs(s kernel.Shape) (count, move kernel.Spec) {
	count = splitsIn(o.reads(o.spec("merge/sets_count.comp.glsl", s, "A", "B", "Counts", "Count", "SegmentCount", "Fault")), "own")
	move = splitsIn(o.spec("merge/sets_move.comp.glsl", s, "A", "B", "Dst", "Totals", "Number", "Count", "SegmentCount", "Fault"), "own")
	move = o.reads(o.writes(move, "keys"))
	if s.Algorithm == gpu.SinglePass {
		move = splitsIn(move.SinglePass("merge/sets_chain.comp.glsl", setTotals, 1), "words")
		move.Buffers[len(move.Buffers)-1] = "Splits" // instead of Fault: a kernel may have 8 buffers
	}
	return count, move
}

// setShape returns the shape of the kernels of set operations. Their searches are loop turns too,
// where a driver counts those.
func (o Options) setShape(s kernel.Shape) kernel.Shape {
	s = o.tile(s)
	s.MaxItems /= 2
	if s.Algorithm == gpu.SinglePass {
		s.MaxItems /= 2
	}
	return s
}

// NewSets returns Sets for the order. It compiles their kernels. On a driver that comb has not
// tested yet it runs a self-test and waits for the GPU. If a variant fails, NewSets takes the next
// one. Errors: as for NewSearcher.
func NewSets(d *gpu.Device, o Options) (*Sets, error) {
	if err := kernel.Attached(d, "merge", "NewSets"); err != nil {
		return nil, err
	}
	o, err := o.withDefaults("NewSets")
	if err != nil {
		return nil, err
	}
	return kernel.SelectVariant(d, "merge: sets", o.Tuning, true, func(s kernel.Shape) (*Sets, error) {
		return newSets(d, o, o.setShape(s))
	}, (*Sets).selfTest)
}

func newSets(d *gpu.Device, o Options, shape kernel.Shape) (_ *Sets, err error) {
	s := &Sets{d: d, o: o, shape: shape, workers: shape.Workers, split: splitter{from: splitFrom}}
	defer func() {
		if err != nil {
			s.Release()
		}
	}()
	count, move := o.setSpecs(shape)
	if s.singlePass() {
		s.chain, s.splits = kernel.NewChain(d, "Sets", 1), kernel.NewScratch(d, "Sets")
		if s.counted, err = kernel.New(d, checkSpec()); err != nil {
			return nil, err
		}
		if s.split.Loaded, err = kernel.Load[splitUniforms](d, o.mergeSplitSpec()); err != nil {
			return nil, err
		}
	} else if s.count, err = kernel.Load[setUniforms](d, count); err != nil {
		return nil, err
	}
	if s.move, err = kernel.Load[setUniforms](d, move); err != nil {
		return nil, err
	}
	if err = o.checkStrides("NewSets", s.move.Kernel, "A", false); err != nil {
		return nil, err
	}
	if s.totals, err = gpu.NewBuffer[uint32](d, shape.Workers); err != nil {
		return nil, err
	}
	for i := range s.counts {
		if s.counts[i], err = gpu.NewBuffer[uint32](d, 1); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// singlePass reports whether an operation is a single pass.
func (s *Sets) singlePass() bool { return s.shape.Algorithm == gpu.SinglePass }

// Reserve allocates memory for operations on up to n items in both arrays together. After it such
// calls allocate nothing. Errors: gpu.ErrCount, gpu.ErrTooLarge, gpu.ErrOutOfMemory,
// gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Sets) Reserve(n int) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if n < 0 || n > gpu.MaxItems {
		return fmt.Errorf("merge: Reserve: n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
	}
	if err := s.shape.Check("merge: Reserve", gpu.N(n)); err != nil || !s.singlePass() {
		return err
	}
	return named("Reserve", s.reserve(n))
}

// reserve allocates what a single pass over n items needs.
func (s *Sets) reserve(n int) error {
	tiles := max(1, s.shape.GroupsFor(n))
	if err := s.chain.Reserve(tiles); err != nil || n < s.split.from {
		return err
	}
	return s.splits.Reserve(4 * splitWords * tiles)
}

// splitWords is the number of words of a tile's splits.
const splitWords = 2

// setOp is a set operation: its method, which items of each array it keeps, and how many results it
// can have.
type setOp struct {
	name         string
	keepA, keepB uint32
	most         func(na, nb int) int
}

// Bits of items that are kept.
const (
	single   = 1 // without a partner in the other array
	partners = 2 // with one
)

var (
	union        = setOp{"Union", single | partners, single, func(na, nb int) int { return na + nb }}
	intersection = setOp{"Intersection", partners, 0, func(na, nb int) int { return min(na, nb) }}
	difference   = setOp{"Difference", single, 0, func(na, _ int) int { return na }}
	symmetric    = setOp{"SymmetricDifference", single, single, func(na, nb int) int { return na + nb }}
)

// Union writes the union of the na items of a and the nb items of b to dst, in order, and its size
// to Result. Both must be in order. An item may occur several times. Let a have m equal items and
// b have k items equal to them. The union has the larger of both numbers: all m of a, and then, if
// k is larger, the last k-m of b.
//
// dst has room for na+nb items, at most gpu.MaxItems; for counts on the GPU, for both maxima.
// Options.Map and Input may make the items of records, and Finish results of them. dst must overlap
// neither a nor b. The words of the counts must not lie in what the call writes; a Result of the
// call before, of these Sets too, does not. If a or b is not in order, the results are of no use,
// but nothing is written outside of dst.
//
// A call takes one dispatch in the single-pass form, two from 2^23 items on, and one more of a
// single invocation if a count lives on the GPU. In the other form it takes one if the items fit a
// workgroup's tile, and otherwise two. It only enqueues. Kernels, draws and indirect calls
// that are enqueued later see the result; no memory barrier of the caller's is needed. After the
// first call of a size, or Reserve, it allocates nothing.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrTooLarge if the driver cuts loops of that length short; gpu.ErrOutOfMemory,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Sets) Union(dst, a, b gpu.View, na, nb gpu.Count) error {
	return s.run(&union, dst, a, b, na, nb)
}

// Intersection is Union for the items of a that are also in b. Of m equal items in a and k in b, it
// keeps the first min(m, k) of a. dst has room for the smaller of na and nb. Errors: as for Union.
func (s *Sets) Intersection(dst, a, b gpu.View, na, nb gpu.Count) error {
	return s.run(&intersection, dst, a, b, na, nb)
}

// Difference is Union for the items of a that are not in b. Of m equal items in a and k in b, it
// keeps the last m-k of a, if m is larger. dst has room for na items. Errors: as for Union.
func (s *Sets) Difference(dst, a, b gpu.View, na, nb gpu.Count) error {
	return s.run(&difference, dst, a, b, na, nb)
}

// SymmetricDifference is Union for the items that are in one array only. Of m equal items in a and
// k in b, it keeps the last m-k of a if m is larger, or the last k-m of b if k is. Errors: as for
// Union.
func (s *Sets) SymmetricDifference(dst, a, b gpu.View, na, nb gpu.Count) error {
	return s.run(&symmetric, dst, a, b, na, nb)
}

// Result returns the number of items that the latest call wrote, which lies on the GPU. It reads
// nothing back. Its maximum is the room that the call needed. Sets have two words for it, which
// calls use in turn: a Result may be a count of the next call, and is overwritten by the call after
// that. Before the first call it is 0. It is the zero Count for nil Sets.
func (s *Sets) Result() gpu.Count {
	if s == nil {
		return gpu.Count{}
	}
	return gpu.CountAt(s.counts[s.latest].View(), s.most[s.latest])
}

func (s *Sets) run(op *setOp, dst, a, b gpu.View, na, nb gpu.Count) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	room := op.most(na.Max(), nb.Max())
	if err := s.check(dst, a, b, na, nb, room); err != nil {
		return named(op.name, err)
	}
	next := 1 - s.latest
	tiles := max(1, s.shape.GroupsFor(na.Max()+nb.Max()))
	workers := s.shape.WorkersFor(na.Max() + nb.Max())
	if s.singlePass() {
		if err := s.reserve(na.Max() + nb.Max()); err != nil {
			return named(op.name, err)
		}
	}
	// The alignment of the caller's items may be wrong: report it before anything is enqueued.
	if err := s.o.setDst(s.move.Kernel, setDst, "dst", dst); err != nil {
		return named(op.name, err)
	}
	if err := s.bind(s.move, op, a, b, na, nb, workers); err != nil {
		return named(op.name, err)
	}
	if workers > 1 && !s.singlePass() {
		if err := s.bind(s.count, op, a, b, na, nb, workers); err != nil {
			return named(op.name, err)
		}
		s.count.SetBuffer(setDst, s.totals.View())
		s.count.Dispatch(workers)
		s.d.StorageBarrier()
	}
	s.move.SetBuffer(setNumber, s.counts[next].View())
	s.move.Set(s.move.U.Room, uint32(room))
	if s.singlePass() {
		enqueueCheck(s.counted, na, nb)
		if err := s.findSplits(a, b, na, nb); err != nil {
			return named(op.name, err)
		}
		s.chain.Dispatch(s.move.Kernel, tiles)
	} else {
		s.move.SetBuffer(setTotals, s.totals.View())
		s.move.Dispatch(workers)
	}
	s.d.MemoryBarrier()
	s.latest, s.most[next] = next, room
	return nil
}

// findSplits enqueues the search for the splits of all tiles of a single pass if there are many
// items, and says so to the kernel that moves.
func (s *Sets) findSplits(a, b gpu.View, na, nb gpu.Count) error {
	n := na.Max() + nb.Max()
	s.move.Set(s.move.U.SplitsKnown, flag(n >= s.split.from))
	if n < s.split.from {
		s.move.SetBuffer(setSplits, s.totals.View()) // which it does not read
		return nil
	}
	if err := s.split.setArrays(s.o, a, b, na, nb); err != nil {
		return err
	}
	s.move.Set(s.move.U.SplitStep, splitWords)
	s.move.SetBuffer(setSplits, s.splits.View())
	s.split.find(splitSplits, s.splits.View(), splitWords, s.shape.TileSize(), n)
	s.d.StorageBarrier()
	return nil
}

// bind sets what both kernels have in common.
func (s *Sets) bind(k kernel.Loaded[setUniforms], op *setOp, a, b gpu.View, na, nb gpu.Count, workers int) error {
	if err := s.o.setSource(k.Kernel, setA, "a", a, gpu.View{}); err != nil {
		return err
	}
	if err := s.o.setSource(k.Kernel, setB, "b", b, gpu.View{}); err != nil {
		return err
	}
	k.SetCount(na)
	k.SetSegmentCount(nb)
	k.Set(k.U.Workers, uint32(workers))
	k.Set(k.U.KeepA, op.keepA)
	k.Set(k.U.KeepB, op.keepB)
	return nil
}

func (s *Sets) check(dst, a, b gpu.View, na, nb gpu.Count, room int) error {
	if err := needBoth(s.d, s.o, a, b, na, nb); err != nil {
		return err
	}
	if err := s.o.needDst(s.d, "dst", dst, gpu.N(room)); err != nil {
		return err
	}
	if err := s.shape.Check("a and b", gpu.N(na.Max()+nb.Max())); err != nil {
		return err
	}
	if err := kernel.NeedApart("dst and a", dst, a); err != nil {
		return err
	}
	if err := kernel.NeedApart("dst and b", dst, b); err != nil {
		return err
	}
	own := s.counts[1-s.latest].View()
	for _, v := range [...]gpu.View{dst, a, b} {
		if err := kernel.NeedApart("an operand and the result of this call", v, own); err != nil {
			return err
		}
	}
	return needCountsApart(na, nb, dst, own, s.totals.View())
}

// Programs returns the GL programs with the caller's Less, for a caller that sets plain uniforms of
// it: set them in all programs. It is nil for nil or released Sets.
func (s *Sets) Programs() []uint32 {
	if s == nil {
		return nil
	}
	return kernel.ProgramsOf(s.count.Kernel, s.move.Kernel, s.split.Kernel)
}

// Variant returns the algorithm and the lane tier, such as `chained-khr`; "" for nil Sets.
func (s *Sets) Variant() string {
	if s == nil {
		return ""
	}
	return s.shape.Variant()
}

// enter begins a call.
func (s *Sets) enter() error {
	if s == nil || s.move.Kernel == nil {
		return fmt.Errorf("merge: the Sets are nil, not made by NewSets or released: %w", gpu.ErrReleased)
	}
	return s.d.Internal().Enter()
}

// Release frees the kernels and the counts. A Result is invalid afterwards.
func (s *Sets) Release() {
	if s == nil {
		return
	}
	s.count.Release()
	s.move.Release()
	s.totals.Release()
	s.chain.Release()
	s.counted.Release()
	s.split.Release()
	s.splits.Release()
	for _, c := range s.counts {
		c.Release()
	}
	s.move.Kernel = nil
}
