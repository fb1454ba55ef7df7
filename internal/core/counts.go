// SPDX-License-Identifier: MIT

package core

import (
	"fmt"
	"unsafe"

	"github.com/combgl/comb/shaders"
)

// The operators of CombineCounts, as in package gpu.
const (
	CountSum = iota
	CountDifference
	CountProduct
	CountLeast
	CountLargest
)

// CountsSpec returns the Spec of the kernel of CombineCounts.
func CountsSpec() Spec {
	return Spec{
		File:  "gpu/counts_combine.comp.glsl",
		Lanes: LanesShared,
		Constants: shaders.Constants{
			"COUNT_MOST": uint32(MaxItems), "COUNT_DIFFERENCE": uint32(CountDifference), "COUNT_PRODUCT": uint32(CountProduct),
			"COUNT_LEAST": uint32(CountLeast), "COUNT_LARGEST": uint32(CountLargest),
		},
		Buffers: []string{"Dst", "Count", "Fault", "SegmentCount"},
	}
}

// counts is the kernel of CombineCounts, compiled by its first call.
type counts struct {
	*Program
	operation int32
	read      []uint32 // GL writes a count here; a local variable would be allocated each time
}

// CombineCounts is gpu.Device.CombineCounts. op is one of the operators.
func (d *Device) CombineCounts(dst View, op int, a, b Count) (Count, error) {
	if err := d.Enter(); err != nil {
		return Count{}, err
	}
	defer d.Leave()
	if err := d.NeedCount("gpu: CombineCounts: a", a); err != nil {
		return Count{}, err
	}
	if err := d.NeedCount("gpu: CombineCounts: b", b); err != nil {
		return Count{}, err
	}
	if err := d.Need("gpu: CombineCounts: dst", dst, N(1), 4); err != nil {
		return Count{}, err
	}
	if err := NeedWords("gpu: CombineCounts: dst", dst); err != nil {
		return Count{}, err
	}
	if d.counts.Program == nil {
		p, err := d.NewProgram(CountsSpec())
		if err != nil {
			return Count{}, err
		}
		operation, err := p.Uniform("operation")
		if err != nil {
			p.Release()
			return Count{}, err
		}
		d.counts.Program, d.counts.operation = p, operation
	}
	k := &d.counts
	k.SetBuffer(0, dst)
	k.SetCount(a)
	k.SetSegmentCount(b)
	k.SetAt(k.operation, uint32(op))
	k.Dispatch(1)
	d.MemoryBarrier()
	return Count{Max: combinedMax(op, a, b), Word: View{dst.Of, dst.Offset, 4}, OnGPU: true, Given: true}, nil
}

// combinedMax is the largest result of two counts that are at most their maxima.
func combinedMax(op int, a, b Count) int {
	switch op {
	case CountDifference:
		if b.OnGPU {
			return a.Max
		}
		return max(0, a.Max-b.Max)
	case CountProduct:
		return min(a.Max*b.Max, MaxItems) // both are below 2^31
	case CountLeast:
		return min(a.Max, b.Max)
	case CountLargest:
		return max(a.Max, b.Max)
	}
	return min(a.Max+b.Max, MaxItems)
}

// CutCount returns the number that operations use for a word of a count on the GPU. what names the
// call in the error. Errors: ErrCount for a word above the maximum.
func CutCount(what string, n Count, word uint32) (int, error) {
	if int(word) > n.Max {
		return n.Max, fmt.Errorf("%s: the word of the count is %d, want at most %d, which operations use instead: %w", what, word, n.Max, ErrCount)
	}
	return int(word), nil
}

// ReadCount is gpu.Count.Read for a count on the GPU.
func (d *Device) ReadCount(n Count) (int, error) {
	const what = "gpu: Count.Read"
	if err := d.Enter(); err != nil {
		return 0, err
	}
	defer d.Leave()
	if err := d.Own(what, n.Word); err != nil {
		return 0, err
	}
	if err := d.NeedAccess(what+": the count", n.Word, false); err != nil {
		return 0, err
	}
	if d.KeepPending() {
		return 0, fmt.Errorf("%s: an earlier call ran out of memory: %w", what, ErrOutOfMemory)
	}
	if d.counts.read == nil {
		d.counts.read = make([]uint32, 1)
	}
	if err := d.Download(n.Word, unsafe.Pointer(&d.counts.read[0]), 4); err != nil {
		return 0, err
	}
	Settle()
	if err := d.GLError(what); err != nil {
		return 0, err
	}
	return CutCount(what, n, d.counts.read[0])
}
