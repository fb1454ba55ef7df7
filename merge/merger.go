// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Merger merges two sorted arrays. It owns kernels. Its methods must be called on the thread of the
// Device's context.
type Merger struct {
	d     *gpu.Device
	o     Options
	shape kernel.Shape
	kinds [2]kernel.Loaded[knownUniforms] // of items alone, and of items with a payload where a call needed it
	split splitter
	check *kernel.Kernel // of counts on the GPU
}

// Pairs are items and the word of payload beside each.
type Pairs struct{ Keys, Payload gpu.View }

// The kernel's buffers, by index. The payloads follow.
const (
	mergeA          = 0
	mergeB          = 1
	mergeDst        = 2
	mergeSplits     = 5 // of items alone
	mergeDstPayload = 5
	mergePayloadA   = 6
	mergePayloadB   = 7
	splitSplits     = 4 // in arrays_split: A, B, Count, SegmentCount
)

// Kinds of kernels: of items alone, and with a payload.
const (
	alone       = 0
	withPayload = 1
)

// mergeTile returns the shape of kernels that merge tiles of a kind, from that for tiles of any
// kind. Of words alone an invocation has an odd number, so that runs in shared memory are in
// different banks without free places, and a tile fits as often. For a payload the places of an
// invocation's items are easier to find if it has a power of two of them.
func (o Options) mergeTile(s kernel.Shape, kind int) kernel.Shape {
	if kind == alone && o.Bytes == 4 && o.GroupSize == 0 && s.ItemsPerThread == 8 {
		return s.With(s.GroupSize, 9)
	}
	return s
}

func (o Options) mergeSpec(s kernel.Shape, kind int) kernel.Spec {
	spec := o.spec("merge/arrays_merge.comp.glsl", o.mergeTile(s, kind), "A", "B", "Dst", "Count", "SegmentCount")
	spec = o.reads(o.writes(spec, "keys"))
	if kind == alone {
		return splitsIn(payloadSpec(spec, "none_moved", "Splits"), "words")
	}
	return splitsIn(payloadSpec(spec, "arrays", "DstPayload", "PayloadA", "PayloadB"), "payload")
}

func (o Options) mergeSplitSpec() kernel.Spec {
	return o.reads(o.splitSpec("merge/arrays_split.comp.glsl", "A", "B", "Count", "SegmentCount"))
}

// checkSpec is the kernel that reports counts above their maxima.
func checkSpec() kernel.Spec {
	return kernel.Spec{
		File:    "merge/counts_check.comp.glsl",
		Shape:   kernel.Shape{Lanes: gpu.LanesShared, LaneCount: 32, GroupSize: 32, ItemsPerThread: 1},
		Buffers: []string{"Count", "SegmentCount", "Fault"},
	}
}

// enqueueCheck enqueues that kernel if a count lives on the GPU.
func enqueueCheck(k *kernel.Kernel, na, nb gpu.Count) {
	_, aOnGPU := na.Word()
	_, bOnGPU := nb.Word()
	if aOnGPU || bOnGPU {
		k.SetCount(na)
		k.SetSegmentCount(nb)
		k.Dispatch(1)
	}
}

// NewMerger returns a Merger for the order. It compiles the kernel of Merge; that of MergePairs is
// compiled and self-tested by the first call or by Reserve. On a driver that comb has not tested
// yet it runs a self-test and waits for the GPU. Errors: as for NewSearcher.
func NewMerger(d *gpu.Device, o Options) (*Merger, error) {
	if err := kernel.Attached(d, "merge", "NewMerger"); err != nil {
		return nil, err
	}
	o, err := o.withDefaults("NewMerger")
	if err != nil {
		return nil, err
	}
	shape, err := o.shape(d.Caps())
	if err != nil {
		return nil, err
	}
	m, err := newMerger(d, o, shape)
	if err != nil {
		return nil, err
	}
	if err := m.ready(alone); err != nil {
		m.Release()
		return nil, err
	}
	return m, nil
}

func newMerger(d *gpu.Device, o Options, shape kernel.Shape) (*Merger, error) {
	check, err := kernel.New(d, checkSpec())
	if err != nil {
		return nil, err
	}
	return &Merger{d: d, o: o, shape: shape, split: splitter{from: splitFrom}, check: check}, nil
}

// compile compiles a kind of kernel and the search for its splits, unless they are.
func (m *Merger) compile(kind int) error {
	if m.kinds[kind].Kernel != nil {
		return nil
	}
	k, err := kernel.Load[knownUniforms](m.d, m.o.mergeSpec(m.shape, kind))
	if err != nil {
		return err
	}
	if err = m.o.checkStrides("NewMerger", k.Kernel, "A", false); err == nil && m.split.Kernel == nil {
		m.split.Loaded, err = kernel.Load[splitUniforms](m.d, m.o.mergeSplitSpec())
	}
	if err != nil {
		k.Release()
		return err
	}
	m.kinds[kind] = k
	return nil
}

// ready compiles and tests a kind of kernel, unless it is.
func (m *Merger) ready(kind int) error {
	return m.kinds[kind].Ready(func() error { return m.compile(kind) }, func() error {
		return kernel.RunSelfTest(m.d, [...]string{"merge: merge", "merge: merge of pairs"}[kind], m.shape, m.selfTest(kind))
	})
}

// Reserve compiles the kernels that no call has needed so far. Errors: as for NewMerger.
func (m *Merger) Reserve() error {
	if err := m.enter(); err != nil {
		return err
	}
	defer m.d.Internal().Leave()
	return m.ready(withPayload)
}

// Merge writes the na items of a and the nb items of b to dst, in order. Both must be in order.
// Merge is stable: of equal items those of a come first, each array's in their order.
//
// dst holds na+nb items, at most gpu.MaxItems together; for counts on the GPU it has room for both
// maxima. Options.Map and Input may make the items of records, and Finish results of them. dst must
// overlap neither a nor b, and the words of the counts must not lie in it.
// gpu.Device.CombineCounts computes the number of items from two counts. If a or b is not in order,
// the results are of no use.
//
// Merge takes one dispatch, two from 2^23 items on, and one more of a single invocation if a count
// lives on the GPU. It only enqueues. Kernels, draws and indirect calls that are enqueued later see
// the result; no memory barrier of the caller's is needed. It allocates nothing.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (m *Merger) Merge(dst, a, b gpu.View, na, nb gpu.Count) error {
	return m.merge(Pairs{Keys: dst}, Pairs{Keys: a}, Pairs{Keys: b}, na, nb, alone)
}

// MergePairs is Merge with a word of payload beside each item, which moves with it. A gpu.Buffer of
// 64-bit numbers is refused as payload (gpu.ErrView). No destination may overlap a source or the
// other destination. Errors: as for Merge; gpu.ErrShader, gpu.ErrSelfTest, gpu.ErrOutOfMemory at
// the first call.
func (m *Merger) MergePairs(dst, a, b Pairs, na, nb gpu.Count) error {
	return m.merge(dst, a, b, na, nb, withPayload)
}

func (m *Merger) merge(dst, a, b Pairs, na, nb gpu.Count, kind int) error {
	if err := m.enter(); err != nil {
		return err
	}
	defer m.d.Internal().Leave()
	if err := m.validate(dst, a, b, na, nb, kind); err != nil {
		return named(mergeMethods[kind], err)
	}
	if err := m.ready(kind); err != nil {
		return err
	}
	n := na.Max() + nb.Max()
	if n == 0 {
		enqueueCheck(m.check, na, nb)
		return nil
	}
	k := m.kinds[kind]
	if err := m.bind(k.Kernel, dst.Keys, a.Keys, b.Keys); err != nil {
		return named(mergeMethods[kind], err)
	}
	if kind == alone {
		k.SetBuffer(mergeSplits, dst.Keys)
	} else {
		k.SetBuffer(mergeDstPayload, dst.Payload)
		k.SetBuffer(mergePayloadA, a.Payload)
		k.SetBuffer(mergePayloadB, b.Payload)
	}
	enqueueCheck(m.check, na, nb)
	if err := m.findSplits(k, dst, a, b, na, nb, kind); err != nil {
		return named(mergeMethods[kind], err)
	}
	k.SetCount(na)
	k.SetSegmentCount(nb)
	k.Dispatch(m.o.mergeTile(m.shape, kind).GroupsFor(n))
	m.d.MemoryBarrier()
	return nil
}

// bind binds the items. Errors: gpu.ErrView for items that begin elsewhere than a kernel can reach
// them.
func (m *Merger) bind(k *kernel.Kernel, dst, a, b gpu.View) error {
	if err := m.o.setSource(k, mergeA, "a", a, gpu.View{}); err != nil {
		return err
	}
	if err := m.o.setSource(k, mergeB, "b", b, gpu.View{}); err != nil {
		return err
	}
	return m.o.setDst(k, mergeDst, "dst", dst)
}

// findSplits enqueues the search for the splits if there are many items, and says so to the kernel
// that merges.
func (m *Merger) findSplits(k kernel.Loaded[knownUniforms], dst, a, b Pairs, na, nb gpu.Count, kind int) error {
	n := na.Max() + nb.Max()
	k.Set(k.U.SplitsKnown, flag(n >= m.split.from))
	if n < m.split.from {
		return nil
	}
	if err := m.split.setArrays(m.o, a.Keys, b.Keys, na, nb); err != nil {
		return err
	}
	tile := m.o.mergeTile(m.shape, kind).TileSize()
	in, step := m.o.splitsOf(dst, kind, tile)
	k.Set(k.U.SplitStep, step)
	m.split.find(splitSplits, in, step, tile, n)
	m.d.StorageBarrier()
	return nil
}

// mergeMethods are the methods by kind.
var mergeMethods = [...]string{alone: "Merge", withPayload: "MergePairs"}

// validate checks a call.
func (m *Merger) validate(dst, a, b Pairs, na, nb gpu.Count, kind int) error {
	if err := needBoth(m.d, m.o, a.Keys, b.Keys, na, nb); err != nil {
		return err
	}
	all := gpu.N(na.Max() + nb.Max())
	if err := m.o.needDst(m.d, "dst", dst.Keys, all); err != nil {
		return err
	}
	views := [6]gpu.View{a.Keys, b.Keys, dst.Keys}
	if kind == withPayload {
		for _, p := range [...]struct {
			what string
			view gpu.View
			n    gpu.Count
		}{{"payload of a", a.Payload, na}, {"payload of b", b.Payload, nb}, {"payload of dst", dst.Payload, all}} {
			if err := kernel.NeedPayload(m.d, p.what, p.view, p.n); err != nil {
				return err
			}
		}
		views[3], views[4], views[5] = a.Payload, b.Payload, dst.Payload
	}
	for _, to := range [...]int{2, 5} {
		for from := range to {
			if views[to].Overlaps(views[from]) { // the name is put together only when it is needed
				return kernel.NeedApart(mergeNames[to]+" and "+mergeNames[from], views[to], views[from])
			}
		}
	}
	for _, from := range [...]int{3, 4} {
		if views[2].Overlaps(views[from]) {
			return kernel.NeedApart(mergeNames[2]+" and "+mergeNames[from], views[2], views[from])
		}
	}
	return needCountsApart(na, nb, views[2], views[5])
}

// mergeNames are the views of validate.
var mergeNames = [6]string{"a", "b", "dst", "the payload of a", "the payload of b", "the payload of dst"}

// needBoth checks the two sorted arrays of an operation and their counts.
func needBoth(d *gpu.Device, o Options, a, b gpu.View, na, nb gpu.Count) error {
	if na.Max()+nb.Max() > gpu.MaxItems {
		return fmt.Errorf("na and nb are %d and %d, want at most %d together: %w", na.Max(), nb.Max(), gpu.MaxItems, gpu.ErrCount)
	}
	if err := o.needSource(d, &kernel.InputNames{What: "na", Src: "a"}, a, gpu.View{}, na); err != nil {
		return err
	}
	return o.needSource(d, &kernel.InputNames{What: "nb", Src: "b"}, b, gpu.View{}, nb)
}

// needCountsApart checks that no count of the two arrays lies in what a call writes.
func needCountsApart(na, nb gpu.Count, written ...gpu.View) error {
	if err := kernel.NeedCountApart("na", na, written...); err != nil {
		return err
	}
	return kernel.NeedCountApart("nb", nb, written...)
}

// Programs returns the GL programs with the caller's Less, for a caller that sets plain uniforms of
// it: set them in all programs. It compiles the kernels that no call has needed so far. It is nil
// for a nil or released Merger.
func (m *Merger) Programs() []uint32 {
	if m.Reserve() != nil {
		return nil
	}
	return kernel.ProgramsOf(m.kinds[alone].Kernel, m.kinds[withPayload].Kernel, m.split.Kernel)
}

// Variant returns the algorithm and the lane tier, `chunked-shared`: its lanes do not cooperate, so
// there is one variant. It is "" for a nil Merger.
func (m *Merger) Variant() string {
	if m == nil {
		return ""
	}
	return m.shape.Variant()
}

// enter begins a call.
func (m *Merger) enter() error {
	if m == nil || m.check == nil {
		return fmt.Errorf("merge: the Merger is nil, not made by NewMerger or released: %w", gpu.ErrReleased)
	}
	return m.d.Internal().Enter()
}

// Release frees the kernels.
func (m *Merger) Release() {
	if m == nil {
		return
	}
	for i := range m.kinds {
		m.kinds[i].Release()
		m.kinds[i].Kernel = nil
	}
	m.split.Release()
	m.check.Release()
	m.check = nil
}
