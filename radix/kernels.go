// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// The uniforms of each kernel. The tag of a field is the name in GLSL; "optional" marks those that
// only some fillings of a slot declare.

// digitUniforms are those of the slot DIGIT (radix/keys.glsl): Shift, Mask and Flip of the part
// digit_bits, Planned of the part digit_planned, and rangeUniforms of the part digit_class.
type digitUniforms struct {
	Shift   kernel.Uniform `uniform:"digit_shift,optional"`
	Mask    kernel.Uniform `uniform:"digit_mask,optional"`
	Flip    kernel.Uniform `uniform:"digit_flip,optional"`
	Planned kernel.Uniform `uniform:"digit_at,optional"`
}

// rangeUniforms are the bits that are sorted by, and the direction.
type rangeUniforms struct {
	Low        kernel.Uniform `uniform:"part_low,optional"`
	High       kernel.Uniform `uniform:"part_high,optional"`
	Descending kernel.Uniform `uniform:"descending,optional"`
}

// countUniforms are those of radix_count.
type countUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
	AddedUp kernel.Uniform `uniform:"added_up"`
	digitUniforms
	rangeUniforms
}

// spineUniforms are those of radix_spine.
type spineUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
}

// scatterUniforms are those of radix_scatter.
type scatterUniforms struct {
	Workers  kernel.Uniform `uniform:"workers"`
	AddedUp  kernel.Uniform `uniform:"added_up"`
	Straight kernel.Uniform `uniform:"straight"`
	Room     kernel.Uniform `uniform:"room,optional"`
	digitUniforms
	rangeUniforms
}

// histogramUniforms are those of radix_histogram.
type histogramUniforms struct {
	Workers    kernel.Uniform `uniform:"workers"`
	FirstBit   kernel.Uniform `uniform:"first_bit"`
	Bits       kernel.Uniform `uniform:"bit_count"`
	StateBegin kernel.Uniform `uniform:"state_begin"`
	StateNext  kernel.Uniform `uniform:"state_next"`
	ChainTile  kernel.Uniform `uniform:"chain_tile"`
	ChainPart  kernel.Uniform `uniform:"chain_part"`
	SkipsPairs kernel.Uniform `uniform:"skips_pairs,optional"`
}

// chainUniforms are those of radix/chain_tile.glsl: where a pass has its totals and its status
// words, and what it clears for the pass that follows.
type chainUniforms struct {
	StateBegin kernel.Uniform `uniform:"state_begin"`
	ChainBegin kernel.Uniform `uniform:"chain_begin"`
	ChainNext  kernel.Uniform `uniform:"chain_next"`
	NextTile   kernel.Uniform `uniform:"next_tile"`
}

// passUniforms are those of radix_chain.
type passUniforms struct {
	Straight kernel.Uniform `uniform:"straight"`
	Pass     kernel.Uniform `uniform:"place_number"`
	chainUniforms
	digitUniforms
	packUniforms
}

// firstUniforms are those of radix_chain_first.
type firstUniforms struct {
	FirstBit  kernel.Uniform `uniform:"first_bit"`
	Bits      kernel.Uniform `uniform:"bit_count"`
	StateNext kernel.Uniform `uniform:"state_next"`
	chainUniforms
	digitUniforms
	packUniforms
}

// orderUniforms are those of radix_order.
type orderUniforms struct {
	Workers  kernel.Uniform `uniform:"workers"`
	FirstBit kernel.Uniform `uniform:"first_bit"`
	Bits     kernel.Uniform `uniform:"bit_count"`
	InPlace  kernel.Uniform `uniform:"in_place"`
	rangeUniforms
}

// selectUniforms are those of radix_select.
type selectUniforms struct {
	Workers kernel.Uniform `uniform:"workers"`
	Wanted  kernel.Uniform `uniform:"k_wanted"`
	Begins  kernel.Uniform `uniform:"begins"`
	digitUniforms
	rangeUniforms
}

// set gives a kernel the digit of a pass. A kernel of a planned sort has none of these uniforms.
func (u digitUniforms) set(k *kernel.Kernel, digit pass, descending bool) {
	mask := uint32(1)<<digit.bits - 1
	k.Set(u.Shift, uint32(digit.shift))
	k.Set(u.Mask, mask)
	k.Set(u.Flip, mask*word(descending))
}

// set gives a kernel the bits from a bit up to the end of the range, and the direction.
func (u rangeUniforms) set(k *kernel.Kernel, from int, o Options) {
	bits := bitsBetween(from, o.FirstBit+o.Bits)
	k.Set(u.Low, uint32(bits))
	k.Set(u.High, uint32(bits>>32))
	k.Set(u.Descending, word(o.Descending))
}

// bitsBetween is a mask of the bits from from up to to; 1<<64 is 0 in Go, so 64 is right too.
func bitsBetween(from, to int) uint64 { return (uint64(1)<<to - 1) &^ (uint64(1)<<from - 1) }

func word(yes bool) uint32 {
	if yes {
		return 1
	}
	return 0
}

// Limit returns the most keys of the kernel, for kernel.For.
func (s sized) Limit() int { return s.most }

// counter counts the digits of a chunk, for a number of keys at most. It is compiled on first use.
type counter struct {
	sized
	kernel.Loaded[countUniforms]
	tested bool // with a mover
}

// mover moves the items of a pass, for a number of keys at most. It has the programs of the
// sorter's algorithm, which are compiled on first use.
type mover struct {
	sized
	scatter    kernel.Loaded[scatterUniforms] // reduce-then-scan
	pass       kernel.Loaded[passUniforms]    // single pass
	first      kernel.Loaded[firstUniforms]   // single pass, and makes the global histogram too
	firstWrong bool                           // first failed its self-test
	tested     bool                           // passes without a fused histogram passed their self-test
}

// kernel is the compiled kernel of any pass, or nil.
func (m *mover) kernel() *kernel.Kernel {
	if m.pass.Kernel != nil {
		return m.pass.Kernel
	}
	return m.scatter.Kernel
}

func (m *mover) straight() kernel.Uniform {
	if m.pass.Kernel != nil {
		return m.pass.U.Straight
	}
	return m.scatter.U.Straight
}

func (m *mover) release() {
	m.scatter.Release()
	m.pass.Release()
	m.first.Release()
	*m = mover{sized: m.sized, firstWrong: m.firstWrong}
}

func countersOf(all []sized) (k []counter) {
	for _, one := range all {
		k = append(k, counter{sized: one})
	}
	return k
}

func moversOf(all []sized) (k []mover) {
	for _, one := range all {
		k = append(k, mover{sized: one})
	}
	return k
}

// load compiles a kernel, unless it is.
func load[U any](d *gpu.Device, l *kernel.Loaded[U], spec kernel.Spec) (err error) {
	if l.Kernel == nil {
		*l, err = kernel.Load[U](d, spec)
	}
	return err
}

// ready compiles and self-tests the kernels that move at most n keys with such a payload, unless
// they are.
func (s *Sorter) ready(kind payloadKind, n int) error {
	if kind < plainKinds {
		if err := s.testPasses(kind, n); err != nil {
			return err
		}
	}
	return s.load(kind, n)
}

// load compiles the kernels that move at most n keys with such a payload, unless they are.
func (s *Sorter) load(kind payloadKind, n int) error {
	m := kernel.BySize(s.movers[kind], n)
	if s.singlePass() {
		return load(s.d, &m.pass, m.spec)
	}
	c := kernel.BySize(s.counters, n)
	if err := load(s.d, &c.Loaded, c.spec); err != nil {
		return err
	}
	return load(s.d, &m.scatter, m.spec)
}

// groupsOf is the number of workgroups of a mover in a sort.
func (m *mover) groupsOf(r sorting) int {
	if r.singlePass {
		return m.spec.Shape.GroupsFor(r.n.Max())
	}
	return r.workers
}

// workersFor is the number of workgroups that share the keys: of reduce-then-scan, and of the
// global histogram.
func (s *Sorter) workersFor(n gpu.Count) int {
	shape := s.shape
	if !s.singlePass() {
		shape = kernel.BySize(s.counters, n.Max()).spec.Shape
		shape.Workers = s.shape.Workers
	}
	return shape.WorkersFor(n.Max())
}

// kindAt is what a pass moves beside the keys, in a sort whose first pass moves kind. packsAt is
// the pass that packs.
func (s *Sorter) kindAt(kind payloadKind, place int, keyless bool, packsAt int) payloadKind {
	if packsAt != never && place >= packsAt {
		switch {
		case place > packsAt:
			return packedWords
		case kind == withPayload:
			return packsValues
		case place > 0:
			return packsPayload
		}
		return packsIndex
	}
	if place > 0 {
		kind = kind.after()
	}
	if keyless && !s.o.SkipSorted && place == s.o.passes()-1 {
		kind = kind.alone()
	}
	return kind
}

// readyFirst compiles the first pass and the global histogram.
func (s *Sorter) readyFirst(kind payloadKind, n int) error {
	if s.fuses(kind, n) {
		if err := s.readyFused(kind, n); err != nil || s.fuses(kind, n) {
			return err
		}
	}
	if s.singlePass() {
		if err := load(s.d, &s.histogram, s.histogramSpec); err != nil {
			return err
		}
	}
	return s.ready(kind, n)
}

// passKernels are what selects the kernels of a sort, besides the options.
type passKernels struct {
	kind    payloadKind
	keyless bool
	n       int
	inPlace bool
}

// latestPasses are those of the latest call that was not in place, and of the latest that was.
type latestPasses [2]passKernels

// readyAll compiles the kernels of a sort by the current bit range.
func (s *Sorter) readyAll(now passKernels) error {
	kind, keyless, n := now.kind, now.keyless, now.n
	if t, err := s.readyOneDispatch(tileKind{kind, keyless}, n, now.inPlace); err != nil || t != nil {
		if err == nil && t.split && now.inPlace {
			return s.ready(copiesBefore(kind), n)
		}
		return err
	}
	if ready, err := s.readyRuns(kind, keyless); err != nil || ready {
		return err
	}
	if err := s.limit(gpu.N(n)); err != nil { // the test of the runs may have failed just now
		return err
	}
	if err := s.readyMSD(kind, keyless, n); err != nil {
		return err
	}
	if err := s.readyBuckets(kind, keyless, n); err != nil {
		return err
	}
	packed, err := s.readyPacked(kind, keyless, n)
	if err != nil {
		return err
	}
	if err := s.readyFirst(s.kindAt(kind, 0, keyless, packed.at), n); err != nil {
		return err
	}
	for place := 1; place < s.o.passes(); place++ {
		if err := s.ready(s.kindAt(kind, place, keyless, packed.at), n); err != nil {
			return err
		}
	}
	if keyless {
		return nil
	}
	return s.readyFirst(s.kindAt(kind.after(), 0, keyless, never), n) // after the copy that a sort in place may begin with
}
