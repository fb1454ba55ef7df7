// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// Options for New. The zero value is right.
type Options struct {
	gpu.Tuning
}

// Scanner holds compiled prefix sums of uint32.
type Scanner struct {
	d                       *gpu.Device
	total, chunk            *gpu.Kernel
	totalWorkers            gpu.Uniform
	chunkWorkers, inclusive gpu.Uniform
	totals                  *gpu.Buffer[uint32]
}

// specs are the kernels for a shape: the workers' totals (a reduction that stops after its first step), then the scan.
func specs(s gpu.Shape) (total, chunk gpu.Spec) {
	total = gpu.Spec{
		File:    "reduce/reduce_chunk.comp.glsl",
		Shape:   s,
		Buffers: []string{"Src", "Dst", "Count", "Fault"},
		Slots:   map[string]shaders.Snippet{"OPERATOR": {File: "lib/op_add_uint.glsl"}},
	}
	chunk = gpu.Spec{
		File:    "scan/scan_chunk.comp.glsl",
		Shape:   s,
		Buffers: []string{"Src", "Dst", "Count", "Fault", "Totals"},
	}
	return total, chunk
}

// The kernels' buffers, by index.
const (
	bufSrc    = 0
	bufDst    = 1
	bufTotals = 4
)

// New compiles a scanner. Errors: gpu.ErrUnsupported, gpu.ErrTooLarge, gpu.ErrShader, gpu.ErrOutOfMemory.
func New(d *gpu.Device, o Options) (*Scanner, error) {
	shape, err := gpu.Pick(d.Caps(), o.Tuning)
	if err != nil {
		return nil, err
	}
	s := &Scanner{d: d}
	if err := s.build(shape); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func (s *Scanner) build(shape gpu.Shape) (err error) {
	total, chunk := specs(shape)
	if s.total, err = s.d.NewKernel(total); err != nil {
		return err
	}
	if s.chunk, err = s.d.NewKernel(chunk); err != nil {
		return err
	}
	if s.totalWorkers, err = s.total.Uniform("workers"); err != nil {
		return err
	}
	if s.chunkWorkers, err = s.chunk.Uniform("workers"); err != nil {
		return err
	}
	if s.inclusive, err = s.chunk.Uniform("inclusive"); err != nil {
		return err
	}
	s.totals, err = gpu.NewBuffer[uint32](s.d, shape.Workers)
	return err
}

// Exclusive enqueues dst[i] = src[0] + … + src[i-1], so that dst[0] = 0. dst may be src.
// Errors, before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Scanner) Exclusive(dst, src gpu.View, n gpu.Count) error { return s.scan(dst, src, n, 0) }

// Inclusive enqueues dst[i] = src[0] + … + src[i]. dst may be src. Errors: as for Exclusive.
func (s *Scanner) Inclusive(dst, src gpu.View, n gpu.Count) error { return s.scan(dst, src, n, 1) }

func (s *Scanner) scan(dst, src gpu.View, n gpu.Count, inclusive uint32) error {
	if err := s.d.Enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	if err := s.check(dst, src, n); err != nil {
		return err
	}
	if n.Max() == 0 {
		return nil
	}
	workers := s.chunk.Shape().WorkersFor(n.Max())
	if workers > 1 {
		s.total.SetBuffer(bufSrc, src)
		s.total.SetBuffer(bufDst, s.totals.View())
		s.total.SetCount(n)
		s.total.Set(s.totalWorkers, uint32(workers))
		s.total.Dispatch(workers)
		s.d.Barrier()
	}
	s.chunk.SetBuffer(bufSrc, src)
	s.chunk.SetBuffer(bufDst, dst)
	s.chunk.SetBuffer(bufTotals, s.totals.View())
	s.chunk.SetCount(n)
	s.chunk.Set(s.chunkWorkers, uint32(workers))
	s.chunk.Set(s.inclusive, inclusive)
	s.chunk.Dispatch(workers)
	s.d.Publish()
	return nil
}

func (s *Scanner) check(dst, src gpu.View, n gpu.Count) error {
	if s.chunk == nil {
		return fmt.Errorf("%w: the Scanner", gpu.ErrReleased)
	}
	if err := gpu.Need("scan: dst", dst, n, 4); err != nil {
		return err
	}
	if err := gpu.Need("scan: src", src, n, 4); err != nil {
		return err
	}
	if err := s.chunk.Shape().Check("scan", n); err != nil {
		return err
	}
	if dst.ID() == src.ID() && dst.Offset() == src.Offset() {
		return nil // in place: a tile is read by the workgroup that writes it
	}
	return gpu.NeedApart("scan: dst and src", dst, src)
}

// Release frees the programs and the scratch.
func (s *Scanner) Release() {
	if s == nil {
		return
	}
	s.total.Release()
	s.chunk.Release()
	s.totals.Release()
	s.total, s.chunk = nil, nil
}
