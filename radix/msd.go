// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"math/bits"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Many keys of 64 bits are sorted by their most significant digits first (shaders/radix/msd.glsl).
// A sample of the keys decides on the GPU. Two digit passes order them by 16 bits, and then
// workgroups sort windows of them in shared memory. If the sample has too many keys of one bucket,
// the two passes take the first two digits, and six more follow.

// msdSorter has the kernels of such sorts. They are compiled and self-tested on first use.
type msdSorter struct {
	specs  msdSpecs
	wrong  bool // a kernel failed its self-test
	trusts bool // of tests: the sample does not look at buckets

	plan   *gpu.Buffer[uint32]
	args   *gpu.Buffer[uint32] // of indirect dispatches
	half   int                 // of plan: the words of the next sort
	epoch  uint32              // of the next sort
	sample kernel.Loaded[msdSampleUniforms]
	count  kernel.Loaded[msdCountUniforms]
	find   kernel.Loaded[msdFindUniforms]

	passes  [2][msdKinds]kernel.Loaded[msdPassUniforms] // as in msdSpecs
	windows [msdKinds]kernel.Loaded[msdWindowUniforms]  // by msdKind
	rest    [2]kernel.Loaded[msdWindowUniforms]         // for keys alone, and with a payload
}

// msdKinds is the number of payload kinds of the two passes: keysAlone, withPayload and withIndex.
// In tables of windows the place of withIndex has payloadAlone: see windowsKind.
const msdKinds = withIndex + 1

// The words of Plan and Args, as the part plan of radix/msd.glsl has them.
const (
	planWindows = 3
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

// windowsKind is what the windows move in a sort whose first pass moves kind.
func windowsKind(kind payloadKind, keyless bool) payloadKind {
	switch {
	case kind == keysAlone:
		return keysAlone
	case keyless:
		return withIndex // the place of payloadAlone
	}
	return withPayload
}

// buildMSD makes the table of the kernels of keys of two words; each compiles on first use.
func (s *Sorter) buildMSD(f family, c gpu.Caps) {
	if s.layout.msd.tile > 0 {
		s.msd = &msdSorter{specs: f.msdSpecs(c, s.o.Tuning)}
	}
}

// loadMSD compiles the kernels of a sort, unless they are.
func (s *Sorter) loadMSD(kind payloadKind, keyless bool) (err error) {
	m := s.msd
	if m.plan == nil {
		if m.plan, err = gpu.NewBuffer[uint32](s.d, planWords); err != nil {
			return err
		}
		if m.args, err = gpu.NewBuffer[uint32](s.d, argsWords); err != nil {
			return err
		}
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
	w := windowsKind(kind, keyless)
	if err := load(s.d, &m.windows[w], m.specs.windows[w]); err != nil {
		return err
	}
	return load(s.d, &m.rest[word(kind != keysAlone)], m.specs.rest[word(kind != keysAlone)])
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
	test := func() error {
		if err := failed(s.loadMSD(kind, keyless)); err != nil {
			return err
		}
		return s.testMSD(kind, keyless)
	}
	err := kernel.RunSelfTest(s.d, "radix, most significant digits first", m.specs.passes[0][kind].Shape, kernel.SelfTest{Specs: m.specs.of(kind, keyless), Test: test})
	if err == nil {
		return s.loadMSD(kind, keyless)
	}
	if !errors.Is(err, gpu.ErrSelfTest) {
		return err
	}
	m.wrong = true
	m.release()
	return s.renewState()
}

// testMSD is the self-test: random keys, which take windows, some of them equal; keys of which
// half have few values, which take all passes; and a count on the GPU. In a call of a few tiles.
func (s *Sorter) testMSD(kind payloadKind, keyless bool) error {
	m, l := s.msd, s.layout.msd
	s.layout.msd.least, s.layout.msd.most = 1, gpu.MaxItems
	defer func() { s.layout.msd = l }()
	defer s.onlyPasses()()
	defer s.unpacked()()
	return s.aside(func(r *rand.Rand) error {
		use := tileKind{kind, keyless}.use()
		n := 5*m.specs.passes[0][kind].Shape.TileSize() + 37
		return s.tryAll(r, []trial{
			{use: use, n: n, most: n, kind: evenKeys},
			{use: use, n: n - 900, most: n, descending: true, kind: evenKeys, inPlace: use == ForKeys || use == ForPairs},
			{use: use, n: n, most: n, first: 3, bits: 60, kind: anyKeys},
			{use: use, n: 1, most: n, kind: evenKeys},
		})
	})
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
	if err := s.sortBuckets(dst, r, kind); err != nil {
		return err
	}
	s.d.StorageBarrier()
	s.sortRest(dst, r, kind)
	return nil
}

// groups is the workgroups of an indirect dispatch.
func (m *msdSorter) groups(at int) gpu.View {
	v, _ := m.args.Slice(at, at+3) // inside args
	return v
}

// latePass is the workgroups of a pass behind the first two.
func (m *msdSorter) latePass(place int) gpu.View { return m.groups(argsPasses + 4*(place/2-1)) }

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
	k.Set(u.Rest, uint32(l.restBegin(n)))
	k.Dispatch(digits)
}

// sortBuckets enqueues the sort of the windows, in place.
func (s *Sorter) sortBuckets(dst arrays, r sorting, kind payloadKind) error {
	k := &s.msd.windows[windowsKind(kind, r.keyless)]
	k.SetBuffer(0, dst.keys)
	if !r.keyless {
		k.SetBuffer(1, dst.keys)
	}
	k.SetBuffer(2, r.table)
	k.SetBuffer(3, s.msd.plan.View())
	if kind != keysAlone {
		k.SetBuffer(4, dst.payload)
		k.SetBuffer(5, dst.payload)
	}
	k.U.rangeUniforms.set(k.Kernel, s.o.FirstBit, s.o)
	k.Set(k.U.Rest, uint32(s.layout.msd.restBegin(r.n.Max())))
	return k.DispatchIndirect(s.msd.groups(argsWindows))
}

// sortRest enqueues the sort of what the windows left, in place.
func (s *Sorter) sortRest(dst arrays, r sorting, kind payloadKind) {
	k := &s.msd.rest[word(kind != keysAlone)]
	k.SetBuffer(1, dst.keys)
	k.SetBuffer(2, r.scratch.keys)
	k.SetBuffer(3, r.table)
	k.SetBuffer(4, s.msd.plan.View())
	if kind != keysAlone {
		k.SetBuffer(5, dst.payload)
		k.SetBuffer(6, r.scratch.payload)
	}
	k.U.rangeUniforms.set(k.Kernel, s.o.FirstBit, s.o)
	k.Set(k.U.Rest, uint32(s.layout.msd.restBegin(r.n.Max())))
	k.Dispatch(r.workers)
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

// leastPass is the smallest tile of the passes behind the first two.
func (s *Sorter) leastPass(kind payloadKind, r sorting) int {
	least := gpu.MaxItems
	for place := 2; place < maxPasses; place++ {
		m := kernel.BySize(s.movers[s.kindAt(kind, place, r.keyless, r.packing.at)], r.n.Max())
		least = min(least, m.spec.Shape.TileSize())
	}
	return least
}

// passMSD enqueues one of the two passes, by the kernel for keys that are all in the buckets and by
// that for others. One of them has no workgroups.
func (s *Sorter) passMSD(m move, r sorting, place int) error {
	here, next := s.chainParts(r, place)
	for outside := range s.msd.passes {
		k, u := s.msd.passes[outside][m.kind].Kernel, &s.msd.passes[outside][m.kind].U
		m.bind(k, r)
		k.SetBuffer(bufState, s.state.View())
		k.SetBuffer(bufOrder[m.kind], s.msd.plan.View())
		if outside == 1 {
			u.rangeUniforms.set(k, s.o.FirstBit, s.o)
		}
		k.Set(u.Straight, 0)
		k.Set(u.Pass, uint32(place))
		k.Set(u.Number, uint32(place))
		k.Set(u.Flip, (digits-1)*word(s.o.Descending))
		k.Set(u.StateBegin, uint32(s.half))
		k.Set(u.ChainBegin, uint32(here+chainHeads))
		k.Set(u.ChainNext, uint32(next+chainHeads))
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
	for i := range m.windows {
		m.windows[i].Release()
	}
	for i := range m.rest {
		m.rest[i].Release()
	}
	m.plan.Release()
	m.args.Release()
	*m = msdSorter{specs: m.specs, wrong: m.wrong, trusts: m.trusts}
}
