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
	Gathers kernel.Uniform `uniform:"gathers"`
	Among   kernel.Uniform `uniform:"src_records"`
}

// transposeWords is the number of words that an invocation moves: 16 KiB of shared memory a
// workgroup.
const transposeWords = 16

func transposeSpec(s kernel.Shape) kernel.Spec {
	return kernel.Spec{
		File: "expand/records_transpose.comp.glsl", Shape: s.With(256, transposeWords),
		Buffers: []string{"Dst", "Src", "Count", "Fault", "Indices"},
	}
}

// NewTransposer returns a Transposer. It compiles its kernel, which serves all strides. On a driver
// that comb has not tested yet it runs a self-test and waits for the GPU. Errors:
// gpu.ErrOutOfMemory, gpu.ErrWrongThread, gpu.ErrReleased, gpu.ErrShader; gpu.ErrSelfTest if the
// kernel is wrong on this driver.
func NewTransposer(d *gpu.Device) (*Transposer, error) {
	if err := kernel.Attached(d, "expand", "NewTransposer"); err != nil {
		return nil, err
	}
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

// Variant returns the algorithm and the lane tier, `chunked-shared`: its lanes do not cooperate, so
// there is one variant. It is "" for a Transposer that is nil or released.
func (t *Transposer) Variant() string {
	if t == nil || t.k.Kernel == nil {
		return ""
	}
	return t.k.Shape().Variant()
}

// Columns writes word w of record i of src to word w*room + i of dst, for n records of stride
// bytes: dst has a column of room words for each word of a record. stride is a multiple of 4 from 4
// to gpu.MaxRecordBytes. src holds n records, and dst stride/4 columns. Numbers of 8 bytes take two
// columns, of words: a gpu.Buffer of them is refused for the columns (gpu.ErrView). The words of a
// column from n on stay as they were. dst must not overlap src. The word of a count on the GPU must
// not lie in dst.
//
// It takes one dispatch and only enqueues. Kernels, draws and indirect calls that are enqueued
// later see the result; no memory barrier of the caller's is needed. It allocates nothing.
//
// Errors, all before anything is enqueued: gpu.ErrArgument for stride; gpu.ErrView, also if room is
// below the maximum of n or the columns do not fit; gpu.ErrCount, gpu.ErrOverlap,
// gpu.ErrContextLost, gpu.ErrWrongThread, gpu.ErrReleased.
func (t *Transposer) Columns(dst, src gpu.View, stride, room int, n gpu.Count) error {
	return t.run(transposition{call: "Columns", dst: dst, src: src, stride: stride, room: room, n: n})
}

// ColumnsAt is Columns of the records at n indices: word w of record indices[i] of src goes to word
// w*room + i of dst. With the indices of a compaction the columns hold the kept records alone.
// indices holds n words, src any number of records. If an index is not below that number, the words
// of the columns at i stay as they were. dst must overlap neither src nor indices. Errors: as for
// Columns.
func (t *Transposer) ColumnsAt(dst, src, indices gpu.View, stride, room int, n gpu.Count) error {
	return t.run(transposition{call: "ColumnsAt", dst: dst, src: src, indices: indices, gathers: true, stride: stride, room: room, n: n})
}

// Records is the inverse of Columns: it writes word w*room + i of src to word w of record i of dst.
// dst holds n records, src stride/4 columns of room words. Errors: as for Columns.
func (t *Transposer) Records(dst, src gpu.View, stride, room int, n gpu.Count) error {
	return t.run(transposition{call: "Records", dst: dst, src: src, joins: true, stride: stride, room: room, n: n})
}

// transposition is a call.
type transposition struct {
	call              string // the method, for errors
	dst, src, indices gpu.View
	joins, gathers    bool
	stride, room      int
	n                 gpu.Count
}

func (t *Transposer) run(c transposition) error {
	if t == nil || t.k.Kernel == nil {
		return fmt.Errorf("expand: the Transposer is nil, not made by NewTransposer or released: %w", gpu.ErrReleased)
	}
	if err := t.d.Internal().Enter(); err != nil {
		return err
	}
	defer t.d.Internal().Leave()
	if err := c.check(t.d); err != nil {
		return named(c.call, err)
	}
	if c.n == gpu.N(0) {
		return nil // a count on the GPU may be above its maximum of 0: the kernel reports that
	}
	k, each := &t.k, tileRecords(t.k.Shape().TileSize(), c.stride/4)
	k.SetBuffer(0, c.dst)
	k.SetBuffer(1, c.src)
	indices, among := c.src, 0
	if c.gathers {
		indices, among = c.indices, c.src.Size()/c.stride
	}
	k.SetBuffer(bufTransposeIndices, indices)
	k.SetCount(c.n)
	k.Set(k.U.Stride, uint32(c.stride/4))
	k.Set(k.U.Column, uint32(c.room))
	k.Set(k.U.Records, uint32(each))
	k.Set(k.U.Joins, flag(c.joins))
	k.Set(k.U.Gathers, flag(c.gathers))
	k.Set(k.U.Among, uint32(min(among, gpu.MaxItems)))
	k.Dispatch(max(1, (c.n.Max()+each-1)/each))
	t.d.MemoryBarrier()
	return nil
}

// bufTransposeIndices is the buffer Indices of records_transpose.
const bufTransposeIndices = 4

func (c transposition) check(d *gpu.Device) error {
	if err := checkStride(c.stride); err != nil {
		return err
	}
	if err := kernel.NeedCount(d, "n", c.n); err != nil {
		return err
	}
	records, columns := c.src, c.dst
	what := [2]string{"src", "dst"}
	if c.joins {
		records, columns = c.dst, c.src
		what = [2]string{"dst", "src"}
	}
	needed := c.n
	if c.gathers {
		needed = gpu.N(0) // any number of records
		if err := kernel.NeedWords(d, "indices", c.indices, c.n); err != nil {
			return err
		}
		if err := kernel.NeedApart("dst and indices", c.dst, c.indices); err != nil {
			return err
		}
	}
	if err := kernel.NeedRecords(d, what[0], records, needed, c.stride); err != nil {
		return err
	}
	if c.gathers && c.n.Max() > 0 && records == (gpu.View{}) {
		return fmt.Errorf("src is the zero View, want a view of a buffer: %w", gpu.ErrView)
	}
	if c.room < c.n.Max() || c.room > gpu.MaxItems {
		return fmt.Errorf("room is %d, want from n, which is %d, to %d: %w", c.room, c.n.Max(), gpu.MaxItems, gpu.ErrView)
	}
	if err := kernel.Need(d, what[1], columns, gpu.N(c.room), c.stride); err != nil {
		return err
	}
	if err := kernel.NeedWhole(what[1], columns, 4, "words, of which a column is made"); err != nil {
		return err
	}
	if err := kernel.NeedApart("dst and src", c.dst, c.src); err != nil {
		return err
	}
	return kernel.NeedCountApart("n", c.n, c.dst)
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

// checkStride returns an error for records of a size that no kernel moves.
func checkStride(stride int) error {
	if stride < 4 || stride > gpu.MaxRecordBytes || stride%4 != 0 {
		return fmt.Errorf("stride is %d, want a multiple of 4 from 4 to %d: %w", stride, gpu.MaxRecordBytes, gpu.ErrArgument)
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
		if err := t.testGather(records, b[0], words, each); err != nil {
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

// testGather moves records from the last one back to columns, and one that is not there.
func (t *Transposer) testGather(records []uint32, src *gpu.Buffer[uint32], words, each int) error {
	all, n := len(records)/words, each+3
	indices, want := make([]uint32, n), make([]uint32, n*words)
	for i := range indices {
		indices[i] = uint32(all - i)
		for w := 0; i > 0 && w < words; w++ {
			want[w*n+i] = records[(all-i)*words+w]
		}
	}
	at, err := gpu.NewBufferFrom(t.d, indices)
	defer at.Release()
	if err != nil {
		return err
	}
	dst, err := gpu.NewBufferFrom(t.d, make([]uint32, n*words))
	defer dst.Release()
	if err != nil {
		return err
	}
	if err := t.ColumnsAt(dst.View(), src.View(), at.View(), 4*words, n, gpu.N(n)); err != nil {
		return err
	}
	return expect("expand: columns at indices", n, dst, want)
}
