// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"math"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Many keys of 32 bits are sorted by their most significant digits first (shaders/radix/
// buckets.glsl). The global histogram decides by a sample of the keys, on the GPU. Two digit passes
// order the keys by their highest 16 bits, and then workgroups sort buckets of keys that are equal
// in these, in shared memory. If the sample shows too many keys of one bucket, the two passes take
// the first two digits, and two more follow.

// bucketSorter has the kernels of such sorts. They are compiled and self-tested on first use.
type bucketSorter struct {
	specs bucketSpecs
	wrong bool // a kernel failed its self-test

	plan   *gpu.Buffer[uint32]
	args   *gpu.Buffer[uint32] // of indirect dispatches
	count  kernel.Loaded[bucketCountUniforms]
	find   kernel.Loaded[bucketFindUniforms]
	passes [msdKinds]kernel.Loaded[msdPassUniforms]   // by payloadKind
	sort   [msdKinds]kernel.Loaded[msdWindowUniforms] // by windowsKind
	rest   [2]kernel.Loaded[msdWindowUniforms]        // for keys alone, and with a payload
}

// bucketLayout has the most keys of a bucket that a workgroup sorts, and the fewest and the most
// keys of a sort by buckets. There is no such sort if most is 0.
type bucketLayout struct{ tile, least, most int }

// bucketLeast is the fewest keys that gain. Skewed keys lose some 12 us, whatever their number.
const bucketLeast = 1 << 25

// bucketLayout is pure. There are no such sorts where msdLayout has none, and of fewer than 32
// bits.
func (o Options) bucketLayout(c gpu.Caps, s kernel.Shape) bucketLayout {
	if k := keyTypes[o.Type]; k.words > 1 || k.perWord > 1 || s.Algorithm != gpu.SinglePass || o.SkipSorted {
		return bucketLayout{}
	}
	l := bucketLayout{tile: bucketTile(c, o.Tuning, s).TileSize(), least: bucketLeast}
	if tuned := o.Tuning != (gpu.Tuning{Lanes: o.Lanes}); !c.Software && s.Lanes == gpu.LanesKHR && s.LaneCount >= 32 && !tuned {
		l.most = mostInBuckets(l.tile)
	}
	return l
}

// bucketTile is the workgroup that sorts a bucket. It is pure.
func bucketTile(c gpu.Caps, t gpu.Tuning, s kernel.Shape) kernel.Shape {
	if s.LaneCount < 32 || t.GroupSize > 0 || c.Internal().GroupSize > 0 {
		return s
	}
	return s.With(256, 5)
}

// fullBucket is the most keys that a bucket of n random keys has, but for one in a billion.
func fullBucket(n int) int {
	mean := float64(n) / (1 << msdBits)
	return int(mean + 6*math.Sqrt(mean) + 8)
}

// mostInBuckets is the most random keys of which every bucket fits in a tile.
func mostInBuckets(tile int) int {
	most := 1 << msdBits
	for fullBucket(most+1<<msdBits) <= tile {
		most += 1 << msdBits
	}
	return most
}

// Table has a word for each bucket and one behind them, and then two for each bucket of the rest.
const (
	bucketRest  = 1<<msdBits + 1
	bucketTable = bucketRest + 2<<msdBits
)

// bytes is the size of Table for a sort of up to n keys.
func (l bucketLayout) bytes(n int) int {
	if l.most == 0 || n < l.least {
		return 0
	}
	return 4 * bucketTable
}

// takesBuckets reports whether a sort of at most n keys goes by buckets, if the sample agrees and
// packing.late does.
func (s *Sorter) takesBuckets(n int) bool {
	l := s.layout.buckets
	return s.buckets != nil && !s.buckets.wrong && n >= l.least && n <= l.most && s.o.Bits == 32
}

// buildBuckets makes the table of the kernels of keys of a word; each compiles on first use.
func (s *Sorter) buildBuckets(f family, c gpu.Caps) {
	if s.layout.buckets.tile > 0 {
		s.buckets = &bucketSorter{specs: f.bucketSpecs(c, s.o.Tuning)}
	}
}

// loadBuckets compiles the kernels of a sort, unless they are.
func (s *Sorter) loadBuckets(kind payloadKind, keyless bool) (err error) {
	b := s.buckets
	if b.plan == nil {
		if b.plan, err = gpu.NewBuffer[uint32](s.d, planHalves); err != nil {
			return err
		}
		if b.args, err = gpu.NewBuffer[uint32](s.d, argsWords); err != nil {
			return err
		}
	}
	if err := load(s.d, &b.count, b.specs.count); err != nil {
		return err
	}
	if err := load(s.d, &b.find, b.specs.find); err != nil {
		return err
	}
	for _, k := range [...]payloadKind{kind, kind.after()} {
		if err := load(s.d, &b.passes[k], b.specs.passes[k]); err != nil {
			return err
		}
	}
	w := windowsKind(kind, keyless)
	if err := load(s.d, &b.sort[w], b.specs.sort[w]); err != nil {
		return err
	}
	return load(s.d, &b.rest[word(kind != keysAlone)], b.specs.rest[word(kind != keysAlone)])
}

// readyBuckets compiles and self-tests the kernels of a sort of at most n keys, unless they are.
func (s *Sorter) readyBuckets(kind payloadKind, keyless bool, n int) error {
	if !s.takesBuckets(n) {
		return nil
	}
	b, w := s.buckets, windowsKind(kind, keyless)
	if b.passes[kind].Kernel != nil && b.sort[w].Kernel != nil {
		return nil
	}
	test := func() error {
		if err := failed(s.loadBuckets(kind, keyless)); err != nil {
			return err
		}
		return s.testBuckets(kind, keyless)
	}
	err := kernel.RunSelfTest(s.d, "radix, buckets", b.specs.passes[kind].Shape, kernel.SelfTest{Specs: b.specs.of(kind, keyless), Test: test})
	if err == nil {
		return s.loadBuckets(kind, keyless)
	}
	if !errors.Is(err, gpu.ErrSelfTest) {
		return err
	}
	b.wrong = true
	b.release()
	return s.renewState()
}

// testBuckets is the self-test, of the same keys as testMSD's.
func (s *Sorter) testBuckets(kind payloadKind, keyless bool) error {
	b, l := s.buckets, s.layout.buckets
	s.layout.buckets.least, s.layout.buckets.most = 1, gpu.MaxItems
	defer func() { s.layout.buckets = l }()
	defer s.onlyPasses()()
	defer s.unpacked()()
	return s.aside(func(r *rand.Rand) error {
		use := tileKind{kind, keyless}.use()
		n := 5*b.specs.passes[kind].Shape.TileSize() + 37
		return s.tryAll(r, []trial{
			{use: use, n: n, most: n, kind: evenKeys},
			{use: use, n: n - 900, most: n, descending: true, kind: evenKeys, inPlace: use == ForKeys || use == ForPairs},
			{use: use, n: n, most: n, kind: anyKeys},
			{use: use, n: 1, most: n, kind: evenKeys},
		})
	})
}

// sortByBuckets enqueues the two passes and the buckets of a sort whose digits are counted. The two
// passes that follow are indirect, see latePass.
func (s *Sorter) sortByBuckets(dst, src arrays, r sorting, kind payloadKind) error {
	if err := s.bucketPass(move{dst: r.scratch, src: src, kind: kind}, r, 0); err != nil {
		return err
	}
	if err := s.bucketPass(move{dst: dst, src: r.scratch, kind: kind.after()}, r, 1); err != nil {
		return err
	}
	s.d.StorageBarrier()
	s.findBuckets(dst.keys, r)
	s.d.MemoryBarrier() // indirect dispatches too
	if err := s.sortEachBucket(dst, r, kind); err != nil {
		return err
	}
	s.d.StorageBarrier()
	s.sortBucketRest(dst, r, kind)
	return nil
}

// latePass is the workgroups of the passes behind the first two.
func (b *bucketSorter) latePass() gpu.View {
	v, _ := b.args.Slice(argsPasses, argsPasses+3) // inside args
	return v
}

// countBuckets enqueues the global histogram and the decision.
func (s *Sorter) countBuckets(keys gpu.View, r sorting, kind payloadKind) {
	b := s.buckets
	k, u := b.count.Kernel, &b.count.U
	k.SetBuffer(5, b.plan.View())
	k.SetBuffer(6, b.args.View())
	least := gpu.MaxItems
	for place := 2; place < s.o.passes(); place++ {
		m := kernel.BySize(s.movers[s.kindAt(kind, place, r.keyless, r.packing.at)], r.n.Max())
		least = min(least, m.spec.Shape.TileSize())
	}
	k.Set(u.PassTile, uint32(least))
	s.countBy(k, &u.histogramUniforms, keys, r, b.specs.passes[kind].Shape.TileSize())
}

// bucketPass enqueues one of the two passes, with a barrier before it and none behind it.
func (s *Sorter) bucketPass(m move, r sorting, place int) error {
	s.d.StorageBarrier() // behind the histogram, or the pass before
	here, next := s.chainParts(r, place)
	k, u := s.buckets.passes[m.kind].Kernel, &s.buckets.passes[m.kind].U
	m.bind(k, r)
	k.SetBuffer(bufState, s.state.View())
	k.SetBuffer(bufOrder[m.kind], s.buckets.plan.View())
	k.Set(u.Straight, 0)
	k.Set(u.Pass, uint32(place))
	k.Set(u.Number, uint32(place))
	k.Set(u.Flip, (digits-1)*word(s.o.Descending))
	k.Set(u.StateBegin, uint32(s.half))
	k.Set(u.ChainBegin, uint32(here+chainHeads))
	k.Set(u.ChainNext, uint32(next+chainHeads))
	return s.dispatch(k, k.Shape().GroupsFor(r.n.Max()), m.groups)
}

// findBuckets enqueues the search for the begin of each bucket.
func (s *Sorter) findBuckets(keys gpu.View, r sorting) {
	b := s.buckets
	k, u := b.find.Kernel, &b.find.U
	k.SetBuffer(0, keys)
	k.SetBuffer(1, r.table)
	k.SetBuffer(2, b.plan.View())
	k.SetCount(r.n)
	u.set(k, s.o.FirstBit, s.o)
	k.Dispatch(k.Shape().GroupsFor(1 << msdBits))
}

// sortEachBucket enqueues the sort of each bucket, in place.
func (s *Sorter) sortEachBucket(dst arrays, r sorting, kind payloadKind) error {
	b := s.buckets
	k := &b.sort[windowsKind(kind, r.keyless)]
	k.SetBuffer(0, dst.keys)
	if !r.keyless {
		k.SetBuffer(1, dst.keys)
	}
	k.SetBuffer(2, r.table)
	k.SetBuffer(3, b.plan.View())
	if kind != keysAlone {
		k.SetBuffer(4, dst.payload)
		k.SetBuffer(5, dst.payload)
	}
	k.U.rangeUniforms.set(k.Kernel, s.o.FirstBit, s.o)
	k.Set(k.U.Rest, bucketRest)
	groups, _ := b.args.Slice(argsWindows, argsWindows+3) // inside args
	return k.DispatchIndirect(groups)
}

// sortBucketRest enqueues the sort of the buckets that the sort of each has listed, in place.
func (s *Sorter) sortBucketRest(dst arrays, r sorting, kind payloadKind) {
	k := &s.buckets.rest[word(kind != keysAlone)]
	k.SetBuffer(1, dst.keys)
	k.SetBuffer(2, r.scratch.keys)
	k.SetBuffer(3, r.table)
	k.SetBuffer(4, s.buckets.plan.View())
	if kind != keysAlone {
		k.SetBuffer(5, dst.payload)
		k.SetBuffer(6, r.scratch.payload)
	}
	k.U.rangeUniforms.set(k.Kernel, s.o.FirstBit, s.o)
	k.Set(k.U.Rest, bucketRest)
	k.Dispatch(min(r.workers, 2*s.d.Caps().Multiprocessors))
}

func (b *bucketSorter) release() {
	if b == nil {
		return
	}
	b.count.Release()
	b.find.Release()
	for i := range b.passes {
		b.passes[i].Release()
	}
	for i := range b.sort {
		b.sort[i].Release()
	}
	for i := range b.rest {
		b.rest[i].Release()
	}
	b.plan.Release()
	b.args.Release()
	*b = bucketSorter{specs: b.specs, wrong: b.wrong}
}
