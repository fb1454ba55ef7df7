// SPDX-License-Identifier: MIT

package gpu

import "fmt"

// Gatherer holds the compiled kernel of Gather.
type Gatherer struct {
	d                       *Device
	k                       *Kernel
	strideWords, srcRecords Uniform
}

// MaxRecordBytes is the largest record of the caller's: that Gather moves, and that operations take.
const MaxRecordBytes = 1024

const (
	gatherSrc   = 0
	gatherDst   = 1
	gatherIndex = 2
)

func gatherSpec() Spec {
	return Spec{
		File:    "gpu/records_gather.comp.glsl",
		Shape:   Shape{Lanes: LanesShared, LaneCount: virtualLaneCount, GroupSize: 256, ItemsPerThread: 4},
		Buffers: []string{"Src", "Dst", "Index", "Count", "Fault"},
	}
}

// NewGatherer compiles the kernel of Gather. Errors: ErrShader, ErrReleased, ErrWrongThread.
func (d *Device) NewGatherer() (*Gatherer, error) {
	k, err := d.NewKernel(gatherSpec())
	if err != nil {
		return nil, err
	}
	g := &Gatherer{d: d, k: k}
	if g.strideWords, err = k.Uniform("stride_words"); err == nil {
		g.srcRecords, err = k.Uniform("src_records")
	}
	if err != nil {
		g.Release()
		return nil, err
	}
	return g, nil
}

// Gather enqueues: record i of dst becomes record index[i] of src, for n records of stride bytes: a multiple of 4, at
// most MaxRecordBytes. src may hold any number of records; where an index is none of them, that record of dst is left
// as it is, without an error. One launch. dst must not overlap src or index.
// Errors, before anything is enqueued: ErrUnsupported for the stride, ErrView, ErrCount, ErrOverlap, ErrWrongThread,
// ErrReleased.
func (g *Gatherer) Gather(dst, src, index View, n Count, stride int) error {
	if err := g.d.Enter(); err != nil {
		return err
	}
	defer g.d.Leave()
	if err := g.check(dst, src, index, n, stride); err != nil {
		return err
	}
	g.k.SetBuffer(gatherSrc, src)
	g.k.SetBuffer(gatherDst, dst)
	g.k.SetBuffer(gatherIndex, index)
	g.k.SetCount(n)
	g.k.Set(g.strideWords, uint32(stride/4))
	g.k.Set(g.srcRecords, uint32(src.size/stride))
	g.k.Dispatch(g.k.spec.Shape.GroupsFor(n.max * (stride / 4)))
	g.d.Publish()
	return nil
}

func (g *Gatherer) check(dst, src, index View, n Count, stride int) error {
	if g.k == nil {
		return fmt.Errorf("%w: the Gatherer", ErrReleased)
	}
	if stride < 4 || stride > MaxRecordBytes || stride%4 != 0 {
		return fmt.Errorf("%w: gather: a stride of %d bytes, multiples of 4 up to %d are possible", ErrUnsupported, stride, MaxRecordBytes)
	}
	if err := Need("gather: dst", dst, n, stride); err != nil {
		return err
	}
	if err := Need("gather: index", index, n, 4); err != nil {
		return err
	}
	if n.max > 0 && src.id == 0 {
		return fmt.Errorf("%w: gather: src is no buffer", ErrView)
	}
	if err := NeedApart("gather: dst and src", dst, src); err != nil {
		return err
	}
	return NeedApart("gather: dst and index", dst, index)
}

// Spec is the kernel's, for the Proof of an operation that gathers.
func (g *Gatherer) Spec() Spec { return g.k.spec }

// Release frees the program.
func (g *Gatherer) Release() {
	if g != nil {
		g.k.Release()
		g.k = nil
	}
}
