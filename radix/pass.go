// SPDX-License-Identifier: MIT

package radix

import "github.com/combgl/comb/gpu"

// program is a kernel with the uniforms that a pass sets.
type program struct {
	kernel            *gpu.Kernel
	workers           gpu.Uniform
	shift, mask, flip gpu.Uniform
}

// load compiles a kernel and finds its uniforms; byDigit says whether it looks at keys.
func load(d *gpu.Device, s gpu.Spec, byDigit bool) (p program, err error) {
	if p.kernel, err = d.NewKernel(s); err != nil {
		return p, err
	}
	if p.workers, err = p.kernel.Uniform("workers"); err != nil || !byDigit {
		return p, err
	}
	if p.shift, err = p.kernel.Uniform("digit_shift"); err != nil {
		return p, err
	}
	if p.mask, err = p.kernel.Uniform("digit_mask"); err != nil {
		return p, err
	}
	p.flip, err = p.kernel.Uniform("digit_flip")
	return p, err
}

func (p program) setDigit(digit pass, descending bool) {
	mask := uint32(1)<<digit.bits - 1
	p.kernel.Set(p.shift, uint32(digit.shift))
	p.kernel.Set(p.mask, mask)
	if !descending {
		mask = 0
	}
	p.kernel.Set(p.flip, mask)
}

// pass enqueues one digit: count, spine, scatter.
func (s *Sorter) pass(dst, src arrays, n gpu.Count, digit pass, kind payloadKind) {
	workers := s.count.kernel.Shape().WorkersFor(n.Max())

	k := s.count.kernel
	k.SetBuffer(0, src.keys)
	k.SetBuffer(1, s.histogram.View())
	k.SetCount(n)
	k.Set(s.count.workers, uint32(workers))
	s.count.setDigit(digit, s.o.Descending)
	k.Dispatch(workers)
	s.d.Barrier()

	k = s.spine.kernel
	k.SetBuffer(0, s.histogram.View())
	k.SetBuffer(1, s.totals.View())
	k.Set(s.spine.workers, uint32(workers))
	k.Dispatch(digits)
	s.d.Barrier()

	p := s.scatter[kind]
	if kind != keysAlone {
		p.kernel.SetBuffer(bufDstPayload, dst.payload)
	}
	if kind == withPayload {
		p.kernel.SetBuffer(bufPayload, src.payload)
	}
	k = p.kernel
	k.SetBuffer(0, src.keys)
	k.SetBuffer(1, dst.keys)
	k.SetBuffer(2, s.histogram.View())
	k.SetBuffer(3, s.totals.View())
	k.SetCount(n)
	k.Set(p.workers, uint32(workers))
	p.setDigit(digit, s.o.Descending)
	k.Dispatch(workers)
	s.d.Barrier()
}
