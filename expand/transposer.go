// SPDX-License-Identifier: MIT

package expand

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Transposer moves records to columns and back: an array of structs to a struct of arrays. It owns
// a kernel. Its methods must be called on the thread of the Device's context.
type Transposer struct {
	d *gpu.Device
	k kernel.Loaded[transposeUniforms]
}

// transposeUniforms are the uniforms of records_transpose.
type transposeUniforms struct {
	Stride  kernel.Uniform `uniform:"stride_words"`
	Column  kernel.Uniform `uniform:"column_words"`
	Records kernel.Uniform `uniform:"tile_records"`
	Joins   kernel.Uniform `uniform:"joins"`
}

// transposeWords is the number of words that an invocation moves: 16 KiB of shared memory a
// workgroup.
const transposeWords = 16

func transposeSpec(s kernel.Shape) kernel.Spec {
	return kernel.Spec{
		File: "expand/records_transpose.comp.glsl", Shape: s.With(256, transposeWords),
		Buffers: []string{"Dst", "Src", "Count", "Fault"},
	}
}

// NewTransposer returns a Transposer. It compiles its kernel, which serves all strides. On a driver
// that comb has not tested yet it runs a self-test and waits for the GPU. Errors:
// gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased, gpu.ErrShader; gpu.ErrSelfTest if the
// kernel is wrong on this driver.
func NewTransposer(d *gpu.Device) (*Transposer, error) {
	// Lanes do not cooperate, so there is one variant.
	shape, err := kernel.Pick(d.Caps(), gpu.Tuning{Lanes: gpu.LanesShared, Algorithm: gpu.ReduceThenScan})
	if err != nil {
		return nil, err
	}
	spec := transposeSpec(shape)
	k, err := kernel.Load[transposeUniforms](d, spec)
	if err != nil {
		return nil, err
	}
	t := &Transposer{d: d, k: k}
	if err := kernel.RunSelfTest(d, "expand: transpose", spec.Shape, kernel.SelfTest{Specs: []kernel.Spec{spec}, Test: t.selfTest}); err != nil {
		t.Release()
		return nil, err
	}
	return t, nil
}

// Columns writes word w of record i of src to word w*room + i of dst, for n records of stride
// bytes: dst has a column of room words for each word of a record. stride is a multiple of 4 from 4
// to gpu.MaxRecordBytes; types of 8 bytes take two columns. src holds n records, and dst stride/4
// columns. The words of a column from n on stay as they were. dst must not overlap src. The word of
// a count on the GPU must not lie in dst.
//
// It takes one dispatch and only enqueues. Kernels, draws and indirect calls that are enqueued
// later see the result; no memory barrier of the caller's is needed. It allocates nothing.
//
// Errors, all before anything is enqueued: gpu.ErrArgument for stride; gpu.ErrView, also if room is
// below the maximum of n or the columns do not fit; gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (t *Transposer) Columns(dst, src gpu.View, stride, room int, n gpu.Count) error {
	return t.run(dst, src, stride, room, n, false)
}

// Records is the inverse of Columns: it writes word w*room + i of src to word w of record i of dst.
// dst holds n records, src stride/4 columns of room words. Errors: as for Columns.
func (t *Transposer) Records(dst, src gpu.View, stride, room int, n gpu.Count) error {
	return t.run(dst, src, stride, room, n, true)
}

func (t *Transposer) run(dst, src gpu.View, stride, room int, n gpu.Count, joins bool) error {
	if t == nil || t.k.Kernel == nil {
		return fmt.Errorf("expand: the Transposer is nil, not made by NewTransposer or released: %w", gpu.ErrReleased)
	}
	if err := t.d.Internal().Enter(); err != nil {
		return err
	}
	defer t.d.Internal().Leave()
	if err := checkStride("transpose", stride); err != nil {
		return err
	}
	records, columns := src, dst
	what := [2]string{"expand: transpose: src", "expand: transpose: dst"}
	if joins {
		records, columns = dst, src
		what = [2]string{"expand: transpose: dst", "expand: transpose: src"}
	}
	if err := kernel.Need(t.d, what[0], records, n, stride); err != nil {
		return err
	}
	if room < n.Max() || room > gpu.MaxItems {
		return fmt.Errorf("expand: transpose: room is %d, want from n, which is %d, to %d: %w", room, n.Max(), gpu.MaxItems, gpu.ErrView)
	}
	if err := kernel.Need(t.d, what[1], columns, gpu.N(room), stride); err != nil {
		return err
	}
	if err := kernel.NeedApart("expand: transpose: dst and src", dst, src); err != nil {
		return err
	}
	if err := kernel.NeedCountApart("expand: transpose", n, dst); err != nil {
		return err
	}
	if n.Max() == 0 {
		return nil
	}
	each := tileRecords(t.k.Shape().TileSize(), stride/4)
	t.k.SetBuffer(0, dst)
	t.k.SetBuffer(1, src)
	t.k.SetCount(n)
	t.k.Set(t.k.U.Stride, uint32(stride/4))
	t.k.Set(t.k.U.Column, uint32(room))
	t.k.Set(t.k.U.Records, uint32(each))
	t.k.Set(t.k.U.Joins, flag(joins))
	t.k.Dispatch((n.Max() + each - 1) / each)
	t.d.MemoryBarrier()
	return nil
}

// tileRecords is the number of records of a tile of a number of words: whole runs of 32 if it can
// be, which neighbours write to a column.
func tileRecords(tile, words int) int {
	n := tile / words
	if n < 32 {
		return n
	}
	return n / 32 * 32
}

// checkStride returns an error for records of a size that no kernel moves. what names the
// operation.
func checkStride(what string, stride int) error {
	if stride < 4 || stride > gpu.MaxRecordBytes || stride%4 != 0 {
		return fmt.Errorf("expand: %s: stride is %d, want a multiple of 4 from 4 to %d: %w", what, stride, gpu.MaxRecordBytes, gpu.ErrArgument)
	}
	return nil
}

// columnsOf returns the columns of n records, over what is there.
func columnsOf(onto, records []uint32, words, room, n int) []uint32 {
	for i := range n {
		for w := range words {
			onto[w*room+i] = records[i*words+w]
		}
	}
	return onto
}

// selfTest moves records of 3 words and of the most to columns and back, all of them or those of a
// count on the GPU.
func (t *Transposer) selfTest() error {
	for _, words := range []int{3, gpu.MaxRecordBytes / 4} {
		each := tileRecords(t.k.Shape().TileSize(), words)
		most, room := 3*each-1, 3*each+5
		n := most - (words-3)/100
		records := make([]uint32, most*words)
		for i := range records {
			records[i] = uint32(i) * 0x9E3779B1
		}
		var b [4]*gpu.Buffer[uint32]
		for i, data := range [...][]uint32{records, make([]uint32, room*words), make([]uint32, most*words), {uint32(n)}} {
			var err error
			b[i], err = gpu.NewBufferFrom(t.d, data)
			defer b[i].Release()
			if err != nil {
				return err
			}
		}
		count := gpu.N(n)
		if n < most {
			count = gpu.CountAt(b[3].View(), most)
		}
		if err := t.Columns(b[1].View(), b[0].View(), 4*words, room, count); err != nil {
			return err
		}
		if err := t.Records(b[2].View(), b[1].View(), 4*words, room, count); err != nil {
			return err
		}
		if err := expect("expand: columns", n, b[1], columnsOf(make([]uint32, room*words), records, words, room, n)); err != nil {
			return err
		}
		back := make([]uint32, most*words)
		copy(back, records[:n*words])
		if err := expect("expand: records of columns", n, b[2], back); err != nil {
			return err
		}
	}
	return t.d.Check()
}

// Release frees the kernel.
func (t *Transposer) Release() {
	if t != nil {
		t.k.Release()
		t.k.Kernel = nil
	}
}
