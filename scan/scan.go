// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Scanner holds a compiled scan.
type Scanner struct {
	d                       *gpu.Device
	o                       Options
	glue                    gpu.Glue
	total, chunk            *gpu.Kernel
	totalWorkers            gpu.Uniform
	chunkWorkers, inclusive gpu.Uniform
	scratch                 *gpu.Scratch
}

// New compiles a scanner. Errors: gpu.ErrUnsupported for an operator that a type does not have or an Operator that
// cannot be, gpu.ErrTooLarge, gpu.ErrShader with the line of the caller's GLSL, gpu.ErrBinding when Operator.Bytes is
// not the size in GLSL, gpu.ErrOutOfMemory.
func New(d *gpu.Device, o Options) (*Scanner, error) {
	shape, g, o, err := pick(d.Caps(), o)
	if err != nil {
		return nil, err
	}
	s := &Scanner{d: d, o: o, glue: g, scratch: d.NewScratch("scan")}
	if err := s.build(shape); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func (s *Scanner) build(shape gpu.Shape) (err error) {
	total, chunk := specs(shape, s.glue, s.o)
	if s.total, err = s.d.NewKernel(total); err != nil {
		return err
	}
	if s.chunk, err = s.d.NewKernel(chunk); err != nil {
		return err
	}
	if got := s.chunk.ArrayStride("Src"); s.o.Operator != nil && got != s.glue.Bytes {
		return fmt.Errorf("%w: scan: %s takes %d bytes in an array (std430), Bytes is %d", gpu.ErrBinding, s.o.Operator.Item, got, s.glue.Bytes)
	}
	if got := s.chunk.ArrayStride("Totals"); got > s.o.itemBytes(s.glue) {
		return fmt.Errorf("%w: scan: a total takes %d bytes, expected at most %d", gpu.ErrBinding, got, s.o.itemBytes(s.glue))
	}
	if s.totalWorkers, err = s.total.Uniform("workers"); err != nil {
		return err
	}
	if s.chunkWorkers, err = s.chunk.Uniform("workers"); err != nil {
		return err
	}
	s.inclusive, err = s.chunk.Uniform("inclusive")
	return err
}

// Exclusive enqueues dst[i] = src[0] + … + src[i-1], so that dst[0] is the identity; + is the operator. dst may be src.
// Errors, before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap, gpu.ErrTooLarge, gpu.ErrUnsupported
// unless Options.By is Whole, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Scanner) Exclusive(dst, src gpu.View, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, n: n}, Whole)
}

// Inclusive enqueues dst[i] = src[0] + … + src[i]. dst may be src. Errors: as for Exclusive.
func (s *Scanner) Inclusive(dst, src gpu.View, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, n: n, inclusive: 1}, Whole)
}

// ExclusiveBy is Exclusive within each segment: by is the words that are not zero at heads, or the keys, one for each
// item. dst may be src, and must not overlap by. Errors: as for Exclusive; gpu.ErrUnsupported unless Options.By is
// Flags or Keys.
func (s *Scanner) ExclusiveBy(dst, src, by gpu.View, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, by: by, n: n}, flagsOrKeys)
}

// InclusiveBy is Inclusive within each segment. Errors: as for ExclusiveBy.
func (s *Scanner) InclusiveBy(dst, src, by gpu.View, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, by: by, n: n, inclusive: 1}, flagsOrKeys)
}

// ExclusiveSegments is Exclusive within each of the segments: offsets holds a word more than there are, ascending; equal
// ones make empty segments. What lies before the first and behind the last are segments too. dst may be src, and must not
// overlap offsets. Errors: as for Exclusive; gpu.ErrUnsupported unless Options.By is Offsets.
func (s *Scanner) ExclusiveSegments(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, by: offsets, n: n, segments: segments}, Offsets)
}

// InclusiveSegments is Inclusive within each of the segments. Errors: as for ExclusiveSegments.
func (s *Scanner) InclusiveSegments(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, by: offsets, n: n, segments: segments, inclusive: 1}, Offsets)
}

// flagsOrKeys stands for either: their methods are the same.
const flagsOrKeys By = -1

// operands are what a call is given.
type operands struct {
	dst, src, by gpu.View
	n, segments  gpu.Count
	inclusive    uint32
}

func (s *Scanner) scan(a operands, by By) error {
	if err := s.d.Enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	if err := s.check(a, by); err != nil {
		return err
	}
	if a.n.Max() == 0 {
		return nil
	}
	cut := s.scratch.Cut()
	workers := s.chunk.Shape().WorkersFor(a.n.Max())
	totals := cut.Take(workers * s.o.itemBytes(s.glue))
	// The records' alignment is what may fail: before anything is enqueued.
	if err := s.chunk.SetItems(bufDst, a.dst, s.glue.Bytes, s.o.Operator != nil); err != nil {
		return err
	}
	if workers > 1 {
		if err := s.total.SetItems(bufSrc, a.src, s.glue.Bytes, s.o.Operator != nil); err != nil {
			return err
		}
		s.total.SetBuffer(bufDst, totals)
		s.total.SetCount(a.n)
		s.setHeads(s.total, totalHeads, a)
		s.total.Set(s.totalWorkers, uint32(workers))
		s.total.Dispatch(workers)
		s.d.Barrier()
	}
	if err := s.chunk.SetItems(bufSrc, a.src, s.glue.Bytes, s.o.Operator != nil); err != nil {
		return err
	}
	if err := s.chunk.SetItems(bufDst, a.dst, s.glue.Bytes, s.o.Operator != nil); err != nil {
		return err
	}
	s.chunk.SetBuffer(bufTotals, totals)
	s.chunk.SetCount(a.n)
	s.setHeads(s.chunk, bufHeads, a)
	s.chunk.Set(s.chunkWorkers, uint32(workers))
	s.chunk.Set(s.inclusive, a.inclusive)
	s.chunk.Dispatch(workers)
	s.d.Publish()
	return nil
}

func (s *Scanner) setHeads(k *gpu.Kernel, i int, a operands) {
	if s.o.By != Whole {
		k.SetBuffer(i, a.by)
	}
	if s.o.By == Offsets {
		k.SetSegmentCount(a.segments)
	}
}

func (s *Scanner) check(a operands, by By) error {
	if s.chunk == nil {
		return fmt.Errorf("%w: the Scanner", gpu.ErrReleased)
	}
	if by != s.o.By && (by != flagsOrKeys || s.o.By != Flags && s.o.By != Keys) {
		return fmt.Errorf("%w: scan: Options.By is %v: it decides which methods there are", gpu.ErrUnsupported, s.o.By)
	}
	if err := gpu.Need("scan: dst", a.dst, a.n, s.glue.Bytes); err != nil {
		return err
	}
	if err := gpu.Need("scan: src", a.src, a.n, s.glue.Bytes); err != nil {
		return err
	}
	if err := s.checkBy(a); err != nil {
		return err
	}
	if err := s.chunk.Shape().Check("scan", a.n); err != nil {
		return err
	}
	if err := s.scratch.Reserve(gpu.ScratchBytes(s.chunk.Shape().Workers * s.o.itemBytes(s.glue))); err != nil {
		return err
	}
	if err := s.scratch.Apart(a.dst, a.src, a.by); err != nil {
		return err
	}
	if a.dst.ID() == a.src.ID() && a.dst.Offset() == a.src.Offset() {
		return nil // in place: a tile is read by the workgroup that writes it
	}
	return gpu.NeedApart("scan: dst and src", a.dst, a.src)
}

func (s *Scanner) checkBy(a operands) (err error) {
	switch s.o.By {
	case Whole:
		return nil
	case Flags:
		err = gpu.Need("scan: flags", a.by, a.n, 4)
	case Keys:
		err = gpu.Need("scan: keys", a.by, a.n, s.o.KeyBytes)
	case Offsets:
		if err := gpu.Need("scan: offsets", a.by, a.segments, 4); err != nil {
			return err
		}
		err = gpu.Need("scan: offsets", a.by, gpu.N(a.segments.Max()+1), 4)
	}
	if err != nil {
		return err
	}
	return gpu.NeedApart("scan: dst and what cuts it into segments", a.dst, a.by)
}

// Lend makes the scanner work in memory of the caller's, at least ScratchBytes, instead of its own; the zero View ends
// that. Between calls it is the caller's; nothing in it is kept.
func (s *Scanner) Lend(scratch gpu.View) { s.scratch.Lend(scratch) }

// Programs are the GL programs with the caller's GLSL, for setting plain uniforms of it: set both.
func (s *Scanner) Programs() [2]uint32 { return [2]uint32{s.total.Program(), s.chunk.Program()} }

// Release frees the programs and the scratch.
func (s *Scanner) Release() {
	if s == nil {
		return
	}
	s.total.Release()
	s.chunk.Release()
	s.scratch.Release()
	s.total, s.chunk = nil, nil
}
