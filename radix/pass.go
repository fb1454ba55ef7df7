// SPDX-License-Identifier: MIT

package radix

import "github.com/combgl/comb/gpu"

// program is a kernel with the uniforms that a pass sets.
type program struct {
	kernel                      *gpu.Kernel
	workers                     gpu.Uniform
	shift, mask, flip, straight gpu.Uniform
	low, high, descending       gpu.Uniform
}

// load compiles a kernel and finds its uniforms.
func load(d *gpu.Device, s gpu.Spec, uniforms func(*program) map[string]*gpu.Uniform) (p program, err error) {
	if p.kernel, err = d.NewKernel(s); err != nil {
		return p, err
	}
	for name, u := range uniforms(&p) {
		if *u, err = p.kernel.Uniform(name); err != nil {
			return p, err
		}
	}
	return p, nil
}

func workersOnly(p *program) map[string]*gpu.Uniform {
	return map[string]*gpu.Uniform{"workers": &p.workers}
}

func byDigit(p *program) map[string]*gpu.Uniform {
	return map[string]*gpu.Uniform{"workers": &p.workers, "digit_shift": &p.shift, "digit_mask": &p.mask, "digit_flip": &p.flip}
}

func moving(p *program) map[string]*gpu.Uniform {
	m := byDigit(p)
	m["straight"] = &p.straight
	return m
}

func comparing(words int) func(*program) map[string]*gpu.Uniform {
	return func(p *program) map[string]*gpu.Uniform {
		m := map[string]*gpu.Uniform{"workers": &p.workers, "part_low": &p.low, "descending": &p.descending}
		if words > 1 {
			m["part_high"] = &p.high
		}
		return m
	}
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

// run is one sort under way: where it works, and how its kernels are dispatched.
type run struct {
	n                 gpu.Count
	workers           int
	histogram, totals gpu.View
	scratch           arrays
	args              *arguments // nil: the host knows the number of workgroups
}

// begin cuts from the scratch what every sort works in.
func (s *Sorter) begin(n gpu.Count, z sizes) (run, gpu.Cut) {
	cut := s.scratch.Cut()
	r := run{n: n, workers: s.shape.WorkersFor(n.Max()), histogram: cut.Take(z.histogram), totals: cut.Take(z.totals)}
	r.scratch = arrays{cut.Take(z.keys), cut.Take(z.payload)}
	return r, cut
}

// setPart gives a kernel the bits from a digit's upper end, or of the whole range.
func (s *Sorter) setPart(p program, from int) {
	part := bitsBetween(from, s.o.FirstBit+s.o.Bits)
	p.kernel.Set(p.low, uint32(part))
	if keyTypes[s.o.Type].words > 1 {
		p.kernel.Set(p.high, uint32(part>>32))
	}
}

// bitsBetween is a mask of the bits from from up to to; 1<<64 is 0 in Go, so 64 is right too.
func bitsBetween(from, to int) uint64 { return (uint64(1)<<to - 1) &^ (uint64(1)<<from - 1) }

func (s *Sorter) setDescending(p program) {
	descending := uint32(0)
	if s.o.Descending {
		descending = 1
	}
	p.kernel.Set(p.descending, descending)
}

// sum enqueues the scan of the histogram's rows over the workers, one row a digit.
func (s *Sorter) sum(r run, rows int) error {
	k := s.spine.kernel
	k.SetBuffer(0, r.histogram)
	k.SetBuffer(1, r.totals)
	k.Set(s.spine.workers, uint32(r.workers))
	err := s.dispatch(k, rows, r, spineGroups)
	s.d.Barrier()
	return err
}

// arguments are where radix_order leaves the numbers of workgroups.
type arguments struct{ pass, spine, copy gpu.View }

func (s *Sorter) dispatch(k *gpu.Kernel, groups int, r run, part func(*arguments) gpu.View) error {
	if r.args == nil {
		k.Dispatch(groups)
		return nil
	}
	return k.DispatchIndirect(part(r.args))
}

func passGroups(a *arguments) gpu.View  { return a.pass }
func spineGroups(a *arguments) gpu.View { return a.spine }
func copyGroups(a *arguments) gpu.View  { return a.copy }

// pass enqueues one digit: count, spine, scatter.
func (s *Sorter) pass(dst, src arrays, r run, digit pass, kind payloadKind) error {
	k := s.count.kernel
	k.SetBuffer(0, src.keys)
	k.SetBuffer(1, r.histogram)
	k.SetCount(r.n)
	k.Set(s.count.workers, uint32(r.workers))
	s.count.setDigit(digit, s.o.Descending)
	if err := s.dispatch(k, r.workers, r, passGroups); err != nil {
		return err
	}
	s.d.Barrier()

	if err := s.sum(r, digits); err != nil {
		return err
	}
	s.setMove(dst, src, r, kind, 0)
	s.scatter[kind].setDigit(digit, s.o.Descending)
	err := s.dispatch(s.scatter[kind].kernel, r.workers, r, passGroups)
	s.d.Barrier()
	return err
}

// straight enqueues a copy of the items, each to its own place; groups says when, where that is for the GPU to say.
func (s *Sorter) straight(dst, src arrays, r run, kind payloadKind, groups func(*arguments) gpu.View) error {
	s.setMove(dst, src, r, kind, 1)
	err := s.dispatch(s.scatter[kind].kernel, r.workers, r, groups)
	s.d.Barrier()
	return err
}

func (s *Sorter) setMove(dst, src arrays, r run, kind payloadKind, straight uint32) {
	p := s.scatter[kind]
	if kind != keysAlone {
		p.kernel.SetBuffer(bufDstPayload, dst.payload)
	}
	if kind == withPayload {
		p.kernel.SetBuffer(bufPayload, src.payload)
	}
	p.kernel.SetBuffer(0, src.keys)
	p.kernel.SetBuffer(1, dst.keys)
	p.kernel.SetBuffer(2, r.histogram)
	p.kernel.SetBuffer(3, r.totals)
	p.kernel.SetCount(r.n)
	p.kernel.Set(p.workers, uint32(r.workers))
	p.kernel.Set(p.straight, straight)
}

// survey enqueues the look whether the keys are in order, which decides all dispatches that follow.
func (s *Sorter) survey(keys gpu.View, r *run) {
	k := s.order.kernel
	k.SetBuffer(0, keys)
	k.SetBuffer(1, s.state.View())
	k.SetCount(r.n)
	k.Set(s.order.workers, uint32(r.workers))
	s.setPart(s.order, s.o.FirstBit)
	s.setDescending(s.order)
	k.Dispatch(r.workers)
	s.d.Publish() // indirect dispatches too
	r.args = &s.arguments
}
