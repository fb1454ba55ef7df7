// SPDX-License-Identifier: MIT

package radix

import "github.com/combgl/comb/gpu"

// What is compiled for a number of keys: tiles are of several sizes, and kernels are compiled when they are first needed.

// kernel is a sized one, and its programs once they are compiled: first is that of firstOf, unless that was found to be wrong.
type kernel struct {
	sized
	program
	first      program
	firstWrong bool
}

func (k *kernel) release() {
	k.program.kernel.Release()
	k.first.kernel.Release()
	k.program, k.first = program{}, program{}
}

// kernels are of several sizes, none compiled.
func kernels(all []sized) (k []kernel) {
	for _, one := range all {
		k = append(k, kernel{sized: one})
	}
	return k
}

// kernelFor is the one for at most n keys.
func kernelFor(all []kernel, n int) *kernel {
	for n > all[0].most && len(all) > 1 {
		all = all[1:]
	}
	return &all[0]
}

func (k *kernel) compile(d *gpu.Device, uniforms func(*program) map[string]*gpu.Uniform) (err error) {
	if k.kernel == nil {
		k.program, err = load(d, k.spec, uniforms)
	}
	return err
}

// ready compiles the kernels that move at most n keys with such a payload, unless they are.
func (s *Sorter) ready(kind payloadKind, n int) error {
	mover := kernelFor(s.movers[kind], n)
	if s.shape.Algorithm == gpu.Chained {
		return mover.compile(s.d, linking)
	}
	if err := kernelFor(s.counters, n).compile(s.d, s.digits()); err != nil {
		return err
	}
	return mover.compile(s.d, moving(s.digits()))
}

// moverOf is the kernel that moves items in a run, and how many workgroups it takes.
func (s *Sorter) moverOf(r run, kind payloadKind) (p program, groups int) {
	k := kernelFor(s.movers[kind], r.n.Max())
	if r.chained {
		return k.program, k.spec.Shape.GroupsFor(r.n.Max())
	}
	return k.program, r.workers
}

// workersFor is how many workgroups share the keys where each has a chunk, and look at them before a chained sort.
func (s *Sorter) workersFor(n gpu.Count) int {
	shape := s.shape
	if shape.Algorithm == gpu.Chunked {
		shape = kernelFor(s.counters, n.Max()).spec.Shape
		shape.Workers = s.shape.Workers
	}
	return shape.WorkersFor(n.Max())
}

// kindAt is what a pass moves beside the keys, of a sort whose first moves kind.
func (s *Sorter) kindAt(kind payloadKind, place int, keyless bool) payloadKind {
	if place > 0 {
		kind = kind.after()
	}
	if keyless && !s.o.SkipSorted && place == s.o.passes()-1 {
		kind = kind.alone()
	}
	return kind
}

// readyFirst is ready for the first pass, and for the look at the keys.
func (s *Sorter) readyFirst(kind payloadKind, keyless bool, n int) error {
	if s.looksFirst(kind, n) {
		if err := s.readyLook(kind, n); err != nil || s.looksFirst(kind, n) {
			return err
		}
	}
	if s.shape.Algorithm == gpu.Chained {
		if err := s.tallier.compile(s.d, tallying); err != nil {
			return err
		}
	}
	return s.ready(s.kindAt(kind, 0, keyless), n)
}

// readyAll compiles the kernels of a sort of at most n keys by the bits as they are, unless they are.
func (s *Sorter) readyAll(kind payloadKind, keyless bool, n int) error {
	if err := s.readyFirst(kind, keyless, n); err != nil {
		return err
	}
	for place := 1; place < s.o.passes(); place++ {
		if err := s.ready(s.kindAt(kind, place, keyless), n); err != nil {
			return err
		}
	}
	if keyless {
		return nil
	}
	return s.readyFirst(kind.after(), keyless, n) // behind the copy that a sort in place may begin with
}
