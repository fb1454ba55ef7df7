// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"slices"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/core"
)

// Gatherer runs Gather.
type Gatherer struct {
	d                       *gpu.Device
	k                       *Kernel
	strideWords, srcRecords Uniform
}

const (
	gatherSrc   = 0
	gatherDst   = 1
	gatherIndex = 2
)

func gatherSpec() Spec {
	return Spec{
		File:    "gpu/records_gather.comp.glsl",
		Shape:   Shape{Lanes: gpu.LanesShared, LaneCount: core.VirtualLaneCount, GroupSize: 256, ItemsPerThread: 4},
		Buffers: []string{"Src", "Dst", "Index", "Count", "Fault"},
	}
}

// NewGatherer compiles the kernel of Gather and runs its self-test. Errors: ErrShader, ErrSelfTest,
// ErrReleased, ErrWrongThread.
func NewGatherer(d *gpu.Device) (*Gatherer, error) {
	k, err := New(d, gatherSpec())
	if err != nil {
		return nil, err
	}
	g := &Gatherer{d: d, k: k}
	if g.strideWords, err = k.Uniform("stride_words"); err == nil {
		g.srcRecords, err = k.Uniform("src_records")
	}
	if err == nil {
		err = RunSelfTest(d, "gather", k.spec.Shape, SelfTest{Specs: []Spec{k.spec}, Test: g.test})
	}
	if err != nil {
		g.Release()
		return nil, err
	}
	return g, nil
}

// test is the self-test. It gathers records of 1 and of 3 words. For 3 words the count is on the
// GPU and below its maximum. Some indices are out of range.
func (g *Gatherer) test() error {
	const room, records = 1009, 777
	index := make([]uint32, room)
	for i := range index {
		index[i] = uint32(i*31) % (records + 5)
	}
	for _, words := range []int{1, 3} {
		n := room - 3*(words-1)
		src, want := make([]uint32, records*words), make([]uint32, room*words)
		for i := range src {
			src[i] = uint32(i) * 0x9E3779B1
		}
		for i := range want {
			want[i] = ^uint32(i)
		}
		before := slices.Clone(want)
		for i, from := range index[:n] {
			if from < records {
				copy(want[i*words:(i+1)*words], src[int(from)*words:])
			}
		}
		var v [4]gpu.View
		var dst *gpu.Buffer[uint32]
		for i, data := range [][]uint32{src, index, {uint32(n)}, before} {
			b, err := gpu.NewBufferFrom(g.d, data)
			defer b.Release()
			if err != nil {
				return err
			}
			v[i], dst = b.View(), b
		}
		count := gpu.N(room)
		if n < room {
			count = gpu.CountAt(v[2], room)
		}
		if err := g.Gather(v[3], v[0], v[1], count, 4*words); err != nil {
			return err
		}
		got, err := dst.Download()
		if err != nil {
			return err
		}
		for i, w := range want {
			if got[i] != w {
				return fmt.Errorf("kernel: Gather: self-test: word %d of records of %d bytes is %#x, want %#x: %w", i, 4*words, got[i], w, gpu.ErrSelfTest)
			}
		}
	}
	return g.d.Check()
}

// Gather sets record i of dst to record index[i] of src, for n records of stride bytes. stride is a
// multiple of 4 from 4 to gpu.MaxRecordBytes.
//
// dst holds n records and index n words; src may hold any number of records that fit in a
// shader-storage block. If index[i] is out of range, record i of dst keeps its bytes, without an
// error. dst must not overlap src, index or the word of n.
//
// Gather enqueues one dispatch. Errors, before anything is enqueued: ErrArgument for the stride;
// ErrView; ErrCount; ErrTooLarge; ErrOverlap; ErrReleased; ErrWrongThread.
func (g *Gatherer) Gather(dst, src, index gpu.View, n gpu.Count, stride int) error {
	if g == nil || g.d == nil {
		return (*core.Device)(nil).Attached()
	}
	if err := g.d.Internal().Enter(); err != nil {
		return err
	}
	defer g.d.Internal().Leave()
	if err := g.check(dst, src, index, n, stride); err != nil {
		return err
	}
	if n == gpu.N(0) {
		return nil // a count on the GPU may be above its maximum of 0: the kernel reports that
	}
	g.k.SetBuffer(gatherSrc, src)
	g.k.SetBuffer(gatherDst, dst)
	g.k.SetBuffer(gatherIndex, index)
	g.k.SetCount(n)
	g.k.Set(g.strideWords, uint32(stride/4))
	g.k.Set(g.srcRecords, uint32(src.Size()/stride))
	g.k.Dispatch(max(1, g.k.spec.Shape.GroupsFor(n.Max()*(stride/4))))
	g.d.MemoryBarrier()
	return nil
}

func (g *Gatherer) check(dst, src, index gpu.View, n gpu.Count, stride int) error {
	if g.k == nil {
		return fmt.Errorf("kernel: the Gatherer: %w", gpu.ErrReleased)
	}
	if stride < 4 || stride > gpu.MaxRecordBytes || stride%4 != 0 {
		return fmt.Errorf("kernel: Gather: stride is %d, want a multiple of 4 from 4 to %d: %w", stride, gpu.MaxRecordBytes, gpu.ErrArgument)
	}
	if err := Need(g.d, "kernel: Gather: dst", dst, n, stride); err != nil {
		return err
	}
	if err := Need(g.d, "kernel: Gather: index", index, n, 4); err != nil {
		return err
	}
	if err := Need(g.d, "kernel: Gather: src", src, gpu.N(allRecords(src, stride)), stride); err != nil {
		return err
	}
	if n.Max() > 0 && src == (gpu.View{}) {
		return fmt.Errorf("kernel: Gather: src is the zero View, want a view of a buffer: %w", gpu.ErrView)
	}
	if err := NeedCountWord("kernel: Gather", n); err != nil {
		return err
	}
	if err := NeedApart("kernel: Gather: dst and src", dst, src); err != nil {
		return err
	}
	if err := NeedCountApart("kernel: Gather", n, dst); err != nil {
		return err
	}
	return NeedApart("kernel: Gather: dst and index", dst, index)
}

// Spec returns the kernel's Spec, for the self-test of an operation that gathers.
func (g *Gatherer) Spec() Spec { return g.k.spec }

// Release frees the program.
func (g *Gatherer) Release() {
	if g != nil {
		g.k.Release()
		g.k = nil
	}
}
