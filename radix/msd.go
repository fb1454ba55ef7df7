// SPDX-License-Identifier: MIT

package radix

import (
	"math/bits"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Many keys of 64 bits are sorted by their most significant digits first (shaders/radix/msd.glsl).
// A sample of the keys decides on the GPU. Two digit passes order them by 16 bits, and then
// workgroups sort windows of them in shared memory. If the sample has too many keys of one bucket,
// the two passes take the first two digits, and six more follow.

// msdSorter has the kernels of such sorts. They are compiled and self-tested on first use.
type msdSorter struct {
	firstDigits
	specs  msdSpecs
	trusts bool // of tests: the sample does not look at buckets

	half   int    // of plan: the words of the next sort
	epoch  uint32 // of the next sort
	sample kernel.Loaded[msdSampleUniforms]
	count  kernel.Loaded[msdCountUniforms]
	find   kernel.Loaded[msdFindUniforms]

	passes [2][msdKinds]kernel.Loaded[msdPassUniforms] // as in msdSpecs
}

// msdKinds is the number of payload kinds of the two passes: keysAlone, withPayload and withIndex.
// In tables of windows the place of withIndex has payloadAlone: see windowsKind.
const msdKinds = withIndex + 1

// The words of Plan and Args, as the part plan of radix/msd.glsl has them.
const (
	planWindows = 3
	planRest    = 9
	planHalves  = 16
	planHalf    = 2 + 1<<msdBits
	planWords   = planHalves + 2*planHalf

	argsWindows = 0
	argsFirst   = 4  // the first two passes; for keys outside the buckets 4 words behind
	argsPasses  = 12 // of each later pair 4 words
	argsWords   = 24
)

// seenMost is the most words of the table of sampled keys.
const seenMost = 1 << 20

// takesMSD reports whether a sort of at most n keys goes by the most significant digits first, if
// the sample agrees and packing.late does.
func (s *Sorter) takesMSD(n int) bool {
	l := s.layout.msd
	return s.msd != nil && !s.msd.wrong && n >= l.least && n <= l.most && s.o.passes() == maxPasses
}

// buildMSD makes the table of the kernels of keys of two words; each compiles on first use.
func (s *Sorter) buildMSD(f family, c gpu.Caps) {
	if s.layout.msd.tile > 0 {
		s.msd = &msdSorter{specs: f.msdSpecs(c, s.o.Tuning)}
	}
}

// loadMSD compiles the kernels of a sort, unless they are.
func (s *Sorter) loadMSD(kind payloadKind, keyless bool) error {
	m := s.msd
	if err := m.firstDigits.load(s.d, planWords, kind, keyless, m.specs.behindSpecs); err != nil {
		return err
	}
	if err := load(s.d, &m.sample, m.specs.sample); err != nil {
		return err
	}
	if err := load(s.d, &m.count, m.specs.count); err != nil {
		return err
	}
	if err := load(s.d, &m.find, m.specs.find); err != nil {
		return err
	}
	for _, k := range [...]payloadKind{kind, kind.after()} {
		for outside := range m.passes {
			if err := load(s.d, &m.passes[outside][k], m.specs.passes[outside][k]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readyMSD compiles and self-tests the kernels of a sort of at most n keys, unless they are.
func (s *Sorter) readyMSD(kind payloadKind, keyless bool, n int) error {
	if !s.takesMSD(n) {
		return nil
	}
	m, w := s.msd, windowsKind(kind, keyless)
	if m.passes[0][kind].Kernel != nil && m.windows[w].Kernel != nil {
		return nil
	}
	err := s.readyFirstDigits(&m.firstDigits, "radix, most significant digits first", m.specs.of(kind, keyless), m.specs.passes[0][kind].Shape,
		func() error { return s.loadMSD(kind, keyless) }, func() error { return s.testMSD(kind, keyless) })
	if m.wrong {
		m.release()
	}
	return err
}

// testMSD is the self-test, in windows whatever the number of keys.
func (s *Sorter) testMSD(kind payloadKind, keyless bool) error {
	l := s.layout.msd
	s.layout.msd.least, s.layout.msd.most = 1, gpu.MaxItems
	defer func() { s.layout.msd = l }()
	return s.tryFirstDigits(kind, keyless, s.msd.specs.passes[0][kind].Shape.TileSize(), 3, 60)
}

// sortMSD enqueues the sample, the two passes and the windows of a sort. The six passes that follow
// are indirect, see latePass.
func (s *Sorter) sortMSD(dst, src arrays, r sorting, kind payloadKind) error {
	m := s.msd
	next := planHalf - m.half
	s.sampleKeys(src.keys, r, kind, next)
	s.d.StorageBarrier()
	s.countMSD(src.keys, r, kind)
	m.half = next
	s.d.MemoryBarrier() // indirect dispatches too
	if err := s.passMSD(move{dst: r.scratch, src: src, kind: kind}, r, 0); err != nil {
		return err
	}
	s.d.StorageBarrier()
	if err := s.passMSD(move{dst: dst, src: r.scratch, kind: kind.after()}, r, 1); err != nil {
		return err
	}
	s.d.StorageBarrier()
	s.findWindows(dst.keys, r)
	s.d.MemoryBarrier()
	return s.sortBehind(&m.firstDigits, dst, r, kind, s.layout.msd.lists(r.n.Max()))
}

// findWindows enqueues the search for the windows of keys ordered by bucket.
func (s *Sorter) findWindows(keys gpu.View, r sorting) {
	m, l, n := s.msd, s.layout.msd, r.n.Max()
	k, u := m.find.Kernel, &m.find.U
	k.SetBuffer(0, keys)
	k.SetBuffer(1, s.state.View())
	k.SetBuffer(2, r.table)
	k.SetBuffer(3, m.plan.View())
	k.SetBuffer(4, m.args.View())
	k.SetCount(r.n)
	u.rangeUniforms.set(k, s.o.FirstBit, s.o)
	k.Set(u.StateBegin, uint32(s.half))
	k.Set(u.Flip, (digits-1)*word(s.o.Descending))
	k.Set(u.Window, uint32(l.window(n)))
	k.Set(u.Rest, uint32(l.lists(n)[0]))
	k.Dispatch(digits)
}

// sampleKeys enqueues the sample.
func (s *Sorter) sampleKeys(keys gpu.View, r sorting, kind payloadKind, next int) {
	m, n := s.msd, r.n.Max()
	step, most := sampleOf(s.layout.msd.tile, n)
	if m.trusts {
		most = n + 1
	}
	k, u := m.sample.Kernel, &m.sample.U
	k.SetBuffer(0, keys)
	k.SetBuffer(1, m.plan.View())
	k.SetBuffer(2, s.state.View())
	k.SetBuffer(3, m.args.View())
	k.SetBuffer(4, r.scratch.keys)
	k.SetCount(r.n)
	k.Set(u.Step, uint32(step))
	k.Set(u.Most, uint32(most))
	k.Set(u.ChainTile, uint32(m.specs.passes[0][kind].Shape.TileSize()))
	k.Set(u.Mask, uint32(min(seenMost, 1<<(bits.Len(uint(2*n))-1))-1))
	k.Set(u.Epoch, m.epoch)
	m.epoch += 0x9E3779B9
	u.rangeUniforms.set(k, s.o.FirstBit, s.o)
	k.Set(u.FirstBit, uint32(s.o.FirstBit))
	k.Set(u.Bits, uint32(s.o.Bits))
	k.Set(u.HalfBegin, uint32(planHalves+m.half))
	k.Set(u.HalfNext, uint32(planHalves+next))
	k.Dispatch(k.Shape().GroupsFor(n/step + 4))
}

// countMSD enqueues the global histogram.
func (s *Sorter) countMSD(keys gpu.View, r sorting, kind payloadKind) {
	s.swapHalves()
	m, n := s.msd, r.n.Max()
	k, u := m.count.Kernel, &m.count.U
	k.SetBuffer(0, keys)
	k.SetBuffer(1, r.joins)
	k.SetBuffer(2, s.state.View())
	k.SetBuffer(3, m.plan.View())
	k.SetBuffer(4, m.args.View())
	k.SetCount(r.n)
	u.rangeUniforms.set(k, s.o.FirstBit, s.o)
	k.Set(u.Workers, uint32(r.workers))
	k.Set(u.FirstBit, uint32(s.o.FirstBit))
	k.Set(u.Bits, uint32(s.o.Bits))
	k.Set(u.StateBegin, uint32(s.half))
	k.Set(u.HalfBegin, uint32(planHalves+m.half))
	k.Set(u.ChainTile, uint32(m.specs.passes[0][kind].Shape.TileSize()))
	k.Set(u.ChainPart, uint32(s.layout.chainWords(n)))
	k.Set(u.Window, uint32(s.layout.msd.window(n)))
	k.Set(u.PassTile, uint32(s.leastPass(kind, r)))
	k.Dispatch(r.workers)
}

// passMSD enqueues one of the two passes, by the kernel for keys that are all in the buckets and by
// that for others. One of them has no workgroups.
func (s *Sorter) passMSD(m move, r sorting, place int) error {
	for outside := range s.msd.passes {
		k, u := s.msd.passes[outside][m.kind].Kernel, &s.msd.passes[outside][m.kind].U
		s.setFirstPass(&s.msd.firstDigits, k, u, m, r, place)
		if outside == 1 {
			u.rangeUniforms.set(k, s.o.FirstBit, s.o)
		}
		if err := k.DispatchIndirect(s.msd.groups(argsFirst + 4*outside)); err != nil {
			return err
		}
	}
	return nil
}

func (m *msdSorter) release() {
	if m == nil {
		return
	}
	m.sample.Release()
	m.count.Release()
	m.find.Release()
	for outside := range m.passes {
		for i := range m.passes[outside] {
			m.passes[outside][i].Release()
		}
	}
	m.firstDigits.release()
	*m = msdSorter{firstDigits: m.firstDigits, specs: m.specs, trusts: m.trusts}
}
