// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Searcher finds the places of many queries in a sorted array. It owns a kernel. Its methods must
// be called on the thread of the Device's context.
type Searcher struct {
	d *gpu.Device
	o Options
	k kernel.Loaded[searchUniforms]
}

// searchUniforms are the uniforms of bounds_find.
type searchUniforms struct {
	Upper kernel.Uniform `uniform:"upper"`
}

// The kernel's buffers, by index; Count, SegmentCount and Fault follow.
const (
	searchSorted  = 0
	searchQueries = 1
	searchDst     = 2
)

// searchItems is the number of queries of an invocation. Their loads overlap.
const searchItems = 4

func (o Options) searchSpec(s kernel.Shape) kernel.Spec {
	s.ItemsPerThread = min(s.ItemsPerThread, searchItems)
	return o.spec("merge/bounds_find.comp.glsl", s, "Sorted", "Queries", "Dst", "Count", "SegmentCount", "Fault")
}

// NewSearcher returns a Searcher for the order. It compiles its kernel. On a driver that comb has
// not tested yet it runs a self-test and waits for the GPU.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: the options
// cannot work, or Bytes is not the std430 array stride of Item. gpu.ErrUnsupported: the driver
// lacks the lanes of Tuning. gpu.ErrShader: Less does not compile. gpu.ErrSelfTest: the kernel is
// wrong on this driver.
func NewSearcher(d *gpu.Device, o Options) (*Searcher, error) {
	o, err := o.withDefaults("NewSearcher")
	if err != nil {
		return nil, err
	}
	shape, err := o.shape(d.Caps())
	if err != nil {
		return nil, err
	}
	s, err := newSearcher(d, o, shape)
	if err != nil {
		return nil, err
	}
	if err := kernel.RunSelfTest(d, "merge: search", shape, s.selfTest()); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func newSearcher(d *gpu.Device, o Options, shape kernel.Shape) (*Searcher, error) {
	k, err := kernel.Load[searchUniforms](d, o.searchSpec(shape))
	if err != nil {
		return nil, err
	}
	if err := o.checkStride("NewSearcher", k.Kernel, "Sorted"); err != nil {
		k.Release()
		return nil, err
	}
	return &Searcher{d: d, o: o, k: k}, nil
}

// LowerBound writes to dst[i] the number of items of sorted that come before queries[i]: the first
// place where the query can be inserted.
//
// sorted holds items items in order, queries holds n items in any order, and dst n uint32. If
// sorted is not in order, the results are of no use, from 0 to items. dst must overlap neither
// sorted nor queries; sorted may be queries. The words of counts on the GPU must not lie in dst.
//
// A call takes one dispatch. LowerBound only enqueues. Kernels, draws and indirect calls that are
// enqueued later see the result; no memory barrier of the caller's is needed. It allocates nothing.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Searcher) LowerBound(dst, sorted, queries gpu.View, items, n gpu.Count) error {
	return s.find(dst, sorted, queries, items, n, false)
}

// UpperBound writes to dst[i] the number of items of sorted that do not come after queries[i]: the
// last place where the query can be inserted. UpperBound minus LowerBound is how often the query
// occurs. Otherwise it is as LowerBound.
func (s *Searcher) UpperBound(dst, sorted, queries gpu.View, items, n gpu.Count) error {
	return s.find(dst, sorted, queries, items, n, true)
}

func (s *Searcher) find(dst, sorted, queries gpu.View, items, n gpu.Count, upper bool) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := s.check(dst, sorted, queries, items, n); err != nil {
		return err
	}
	if n.Max() == 0 {
		return nil
	}
	if err := s.o.set(s.k.Kernel, searchSorted, "merge: search: sorted", sorted); err != nil {
		return err
	}
	if err := s.o.set(s.k.Kernel, searchQueries, "merge: search: queries", queries); err != nil {
		return err
	}
	s.k.SetBuffer(searchDst, dst)
	s.k.SetCount(n)
	s.k.SetSegmentCount(items)
	s.k.Set(s.k.U.Upper, flag(upper))
	s.k.Dispatch(s.k.Shape().GroupsFor(n.Max()))
	s.d.MemoryBarrier()
	return nil
}

func (s *Searcher) check(dst, sorted, queries gpu.View, items, n gpu.Count) error {
	if err := kernel.Need(s.d, "merge: search: dst", dst, n, 4); err != nil {
		return err
	}
	if err := s.o.need(s.d, "merge: search: sorted", sorted, items); err != nil {
		return err
	}
	if err := s.o.need(s.d, "merge: search: queries", queries, n); err != nil {
		return err
	}
	if err := kernel.NeedApart("merge: search: dst and sorted", dst, sorted); err != nil {
		return err
	}
	if err := kernel.NeedApart("merge: search: dst and queries", dst, queries); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("merge: search: queries", n, dst); err != nil {
		return err
	}
	return kernel.NeedCountApart("merge: search: sorted", items, dst)
}

// Programs returns the GL program with the caller's Less, for a caller that sets plain uniforms of
// it; nil for a nil or released Searcher.
func (s *Searcher) Programs() []uint32 {
	if s == nil {
		return nil
	}
	return kernel.ProgramsOf(s.k.Kernel)
}

// enter begins a call.
func (s *Searcher) enter() error {
	if s == nil || s.k.Kernel == nil {
		return fmt.Errorf("merge: the Searcher is nil, not made by NewSearcher or released: %w", gpu.ErrReleased)
	}
	return s.d.Internal().Enter()
}

// Release frees the kernel.
func (s *Searcher) Release() {
	if s != nil {
		s.k.Release()
		s.k.Kernel = nil
	}
}
