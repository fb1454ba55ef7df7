// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Searcher finds the places of many queries in a sorted array. It owns kernels. Its methods must be
// called on the thread of the Device's context.
type Searcher struct {
	d       *gpu.Device
	o       Options
	shape   kernel.Shape
	find    [2]kernel.Loaded[searchUniforms] // for few and for many queries, those where a call needed them
	indices gpu.View                         // with InputGathered

	from int // the number of queries and of items from which there are many
	most int // workgroups at most; 0 means one for each tile of queries
}

// Kinds of kernels: for few and for many queries.
const (
	fewQueries  = 0
	manyQueries = 1
)

// searchUniforms are the uniforms of the kernels that search.
type searchUniforms struct {
	Upper  kernel.Uniform `uniform:"upper"`
	Levels kernel.Uniform `uniform:"levels"`
}

// The kernels' buffers, by index; Count, SegmentCount and Fault follow.
const (
	searchSorted  = 0
	searchQueries = 1
	searchDst     = 2
)

// pivotBytes is the shared memory for the upper levels of a search. On an H200 as many workgroups
// run at once as with none.
var pivotBytes = [2]int{fewQueries: 4 << 10, manyQueries: 8 << 10}

// sweepFrom is the number of queries, and of items, from which the queries of a tile are put in
// order.
const sweepFrom = 1 << 20

// A tile of many queries: invocations, the queries of each, and the steps of a search after which
// they are put in order. 2^22 and 2^24 searches take an H200 299 and 1,572 us in a row with 1,024
// invocations of 8 queries, and 332 and 1,893 us with 4.
const (
	sweepGroup = 1024
	sweepItems = 8
	binLevels  = 8
)

// pivots returns the number of items for the upper levels, a power of two.
func (o Options) pivots(kind int) int { return 1 << (bits.Len(uint(pivotBytes[kind]/o.Bytes)) - 1) }

// levels returns the steps of a search in shared memory. A workgroup reads no more items for them
// than it has queries.
func (o Options) levels(kind, queries, items int) int {
	return max(0, bits.Len(uint(min(o.pivots(kind), queries, items)))-1)
}

func (o Options) searchSpec(s kernel.Shape, kind int) kernel.Spec {
	file := "merge/bounds_find.comp.glsl"
	if kind == manyQueries {
		file = "merge/bounds_sweep.comp.glsl"
		s = s.With(sweepGroup, sweepItems)
	} else {
		s = s.With(s.GroupSize, 1)
	}
	spec := o.spec(file, s, "Sorted", "Queries", "Dst", "Count", "SegmentCount", "Fault")
	spec.Constants["PIVOTS"] = uint32(o.pivots(kind))
	spec.Constants["PIVOT_LOADS"] = uint32((o.pivots(kind) + s.GroupSize - 1) / s.GroupSize)
	spec.Constants["BINS"], spec.Constants["BIN_LEVELS"] = uint32(1<<binLevels), uint32(binLevels)
	return o.reads(o.readsSorted(o.writes(spec, "places")))
}

// NewSearcher returns a Searcher for the order. It compiles the kernel for few queries. That for
// many, 2^20 or more among as many items, is compiled and self-tested by the first such call
// or by Reserve. On a driver that comb has not tested yet it runs a self-test and waits for the
// GPU.
//
// Errors: gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased. gpu.ErrArgument: the options
// cannot work, or Bytes or another size is not the std430 array stride of its type.
// gpu.ErrUnsupported: the driver lacks the lanes of Tuning. gpu.ErrShader: GLSL of the options does
// not compile. gpu.ErrSelfTest: the kernel is wrong on this driver.
func NewSearcher(d *gpu.Device, o Options) (*Searcher, error) {
	if err := kernel.Attached(d, "merge", "NewSearcher"); err != nil {
		return nil, err
	}
	o, err := o.withDefaults("NewSearcher")
	if err != nil {
		return nil, err
	}
	shape, err := o.shape(d.Caps())
	if err != nil {
		return nil, err
	}
	s := newSearcher(d, o, shape)
	if err := s.ready(fewQueries); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func newSearcher(d *gpu.Device, o Options, shape kernel.Shape) *Searcher {
	s := &Searcher{d: d, o: o, shape: shape, from: sweepFrom, most: shape.Workers}
	if d.Caps().Software { // such a renderer has no pages to save, and may end long loops early
		s.from = gpu.MaxItems + 1
		if o.Workers == 0 {
			s.most = 0
		}
	}
	return s
}

// compile compiles a kind of kernel, unless it is.
func (s *Searcher) compile(kind int) (err error) {
	k := &s.find[kind]
	if k.Kernel != nil {
		return nil
	}
	if *k, err = kernel.Load[searchUniforms](s.d, s.o.searchSpec(s.shape, kind)); err != nil {
		return err
	}
	if err = s.o.checkStrides("NewSearcher", k.Kernel, "Queries", true); err != nil {
		k.Release()
		k.Kernel = nil
	}
	return err
}

// ready compiles and tests a kind of kernel, unless it is.
func (s *Searcher) ready(kind int) error {
	return s.find[kind].Ready(func() error { return s.compile(kind) }, func() error {
		return kernel.RunSelfTest(s.d, [...]string{"merge: search", "merge: search of many"}[kind], s.shape, s.selfTest(kind))
	})
}

// Reserve compiles the kernels that no call has needed so far. Errors: as for NewSearcher.
func (s *Searcher) Reserve() error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	return s.ready(manyQueries)
}

// LowerBound writes to dst[i] the number of items of sorted that come before queries[i]: the first
// place where the query can be inserted.
//
// sorted holds items items in order, queries holds n items in any order, and dst n uint32. Options
// may replace them by records and results, and take queries by an Input. If sorted is not in order,
// the results are of no use, from 0 to items. dst must overlap neither sorted nor queries nor
// indices; sorted may be queries. The words of counts on the GPU must not lie in dst.
//
// A call takes one dispatch. LowerBound only enqueues. Kernels, draws and indirect calls that are
// enqueued later see the result; no memory barrier of the caller's is needed. It allocates nothing.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased; gpu.ErrShader, gpu.ErrSelfTest,
// gpu.ErrOutOfMemory at the first call of many queries.
func (s *Searcher) LowerBound(dst, sorted, queries gpu.View, items, n gpu.Count) error {
	return s.search(dst, sorted, queries, items, n, false)
}

// UpperBound writes to dst[i] the number of items of sorted that do not come after queries[i]: the
// last place where the query can be inserted. UpperBound minus LowerBound is how often the query
// occurs. Otherwise it is as LowerBound.
func (s *Searcher) UpperBound(dst, sorted, queries gpu.View, items, n gpu.Count) error {
	return s.search(dst, sorted, queries, items, n, true)
}

func (s *Searcher) search(dst, sorted, queries gpu.View, items, n gpu.Count, upper bool) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	method := "LowerBound"
	if upper {
		method = "UpperBound"
	}
	if err := s.check(dst, sorted, queries, items, n); err != nil {
		return named(method, err)
	}
	if n == gpu.N(0) && items == gpu.N(items.Max()) {
		return nil // a count on the GPU may be above its maximum: the kernel reports that
	}
	kind := fewQueries
	if min(n.Max(), items.Max()) >= s.from {
		kind = manyQueries
	}
	if err := s.ready(kind); err != nil {
		return err
	}
	k := s.find[kind]
	if err := s.bind(k.Kernel, dst, sorted, queries); err != nil {
		return named(method, err)
	}
	k.SetCount(n)
	k.SetSegmentCount(items)
	k.Set(k.U.Upper, flag(upper))
	groups := max(1, k.Shape().GroupsFor(n.Max()))
	if s.most > 0 {
		groups = min(groups, s.most)
	}
	k.Set(k.U.Levels, uint32(s.o.levels(kind, (n.Max()+groups-1)/groups, items.Max())))
	k.Dispatch(groups)
	s.d.MemoryBarrier()
	return nil
}

// bind binds the arrays. Errors: gpu.ErrView for items that begin elsewhere than a kernel can reach
// them.
func (s *Searcher) bind(k *kernel.Kernel, dst, sorted, queries gpu.View) error {
	if err := k.SetItems(searchSorted, sorted, s.o.sortedBytes(), s.o.callers() || s.o.SortedRecord != ""); err != nil {
		return fmt.Errorf("sorted: %w", err)
	}
	if err := s.o.setSource(k, searchQueries, queryNames.Src, queries, s.indices); err != nil {
		return err
	}
	if err := k.SetItems(searchDst, dst, s.o.placeBytes(), s.o.Finish != ""); err != nil {
		return fmt.Errorf("dst: %w", err)
	}
	return nil
}

var queryNames = kernel.InputNames{What: "n", Src: "queries", Indices: "indices of SetIndices"}

// SetIndices sets the indices of later calls with InputGathered: one uint32 for each query, an
// index among the records of queries. An index past the last record reads the last one. dst must
// not overlap the indices. Calls with another Input refuse them (gpu.ErrArgument).
func (s *Searcher) SetIndices(indices gpu.View) {
	if s != nil {
		s.indices = indices
	}
}

// placeBytes is the size of what a search writes for a query.
func (o Options) placeBytes() int {
	if o.Finish != "" {
		return o.ResultBytes
	}
	return 4
}

// needSorted checks the sorted array.
func (s *Searcher) needSorted(sorted gpu.View, items gpu.Count) error {
	if s.o.SortedRecord != "" {
		return kernel.NeedRecords(s.d, "sorted", sorted, items, s.o.SortedBytes)
	}
	return s.o.need(s.d, "sorted", sorted, items)
}

func (s *Searcher) check(dst, sorted, queries gpu.View, items, n gpu.Count) error {
	if err := kernel.NeedCount(s.d, "items", items); err != nil {
		return err
	}
	if err := kernel.NeedCount(s.d, "n", n); err != nil {
		return err
	}
	if s.o.Finish == "" {
		if err := kernel.NeedWords(s.d, "dst", dst, n); err != nil {
			return err
		}
	} else if err := kernel.NeedRecords(s.d, "dst", dst, n, s.o.ResultBytes); err != nil {
		return err
	}
	if err := s.needSorted(sorted, items); err != nil {
		return err
	}
	if err := s.o.needSource(s.d, &queryNames, queries, s.indices, n); err != nil {
		return err
	}
	if s.o.Input == gpu.InputGathered {
		if err := kernel.NeedApart("dst and indices", dst, s.indices); err != nil {
			return err
		}
	}
	if err := kernel.NeedApart("dst and sorted", dst, sorted); err != nil {
		return err
	}
	if err := kernel.NeedApart("dst and queries", dst, queries); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("n", n, dst); err != nil {
		return err
	}
	return kernel.NeedCountApart("items", items, dst)
}

// Programs returns the GL programs with the caller's Less, for a caller that sets plain uniforms of
// it: set them in all programs. It compiles the kernels that no call has needed so far. It is nil
// for a nil or released Searcher.
func (s *Searcher) Programs() []uint32 {
	if s.Reserve() != nil {
		return nil
	}
	return kernel.ProgramsOf(s.find[fewQueries].Kernel, s.find[manyQueries].Kernel)
}

// Variant returns the algorithm and the lane tier, `chunked-shared`: its lanes do not cooperate, so
// there is one variant. It is "" for a nil Searcher.
func (s *Searcher) Variant() string {
	if s == nil {
		return ""
	}
	return s.shape.Variant()
}

// enter begins a call.
func (s *Searcher) enter() error {
	if s == nil || s.find[fewQueries].Kernel == nil && s.find[manyQueries].Kernel == nil {
		return fmt.Errorf("merge: the Searcher is nil, not made by NewSearcher or released: %w", gpu.ErrReleased)
	}
	return s.d.Internal().Enter()
}

// Release frees the kernels.
func (s *Searcher) Release() {
	if s == nil {
		return
	}
	for i := range s.find {
		s.find[i].Release()
		s.find[i].Kernel = nil
	}
}
