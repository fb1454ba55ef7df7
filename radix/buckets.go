// SPDX-License-Identifier: MIT

package radix

import (
	"math"

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
	firstDigits
	specs  bucketSpecs
	count  kernel.Loaded[bucketCountUniforms]
	find   kernel.Loaded[bucketFindUniforms]
	passes [msdKinds]kernel.Loaded[msdPassUniforms] // by payloadKind
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
	if o.firstDigitsFit(c, s) {
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

// Table has a word for each bucket and one behind them. Then the lists for window_dense and for
// msd_rest begin, each with two words for a bucket.
var bucketLists = [2]int{1<<msdBits + 1, 3<<msdBits + 1}

const bucketTable = 5<<msdBits + 1

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
func (s *Sorter) loadBuckets(kind payloadKind, keyless bool) error {
	b := s.buckets
	if err := b.firstDigits.load(s.d, planHalves, kind, keyless, b.specs.behindSpecs); err != nil {
		return err
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
	return nil
}

// readyBuckets compiles and self-tests the kernels of a sort of at most n keys, unless they are.
func (s *Sorter) readyBuckets(kind payloadKind, keyless bool, n int) error {
	if !s.takesBuckets(n) {
		return nil
	}
	b, w := s.buckets, windowsKind(kind, keyless)
	if b.passes[kind].Kernel != nil && b.windows[w].Kernel != nil {
		return nil
	}
	err := s.readyFirstDigits(&b.firstDigits, "radix, buckets", b.specs.of(kind, keyless), b.specs.passes[kind].Shape,
		func() error { return s.loadBuckets(kind, keyless) }, func() error { return s.testBuckets(kind, keyless) })
	if b.wrong {
		b.release()
	}
	return err
}

// testBuckets is the self-test, in buckets whatever the number of keys.
func (s *Sorter) testBuckets(kind payloadKind, keyless bool) error {
	l := s.layout.buckets
	s.layout.buckets.least, s.layout.buckets.most = 1, gpu.MaxItems
	defer func() { s.layout.buckets = l }()
	return s.tryFirstDigits(kind, keyless, s.buckets.specs.passes[kind].Shape.TileSize(), 0, 0)
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
	return s.sortBehind(&s.buckets.firstDigits, dst, r, kind, bucketLists)
}

// countBuckets enqueues the global histogram and the decision.
func (s *Sorter) countBuckets(keys gpu.View, r sorting, kind payloadKind) {
	b := s.buckets
	k, u := b.count.Kernel, &b.count.U
	k.SetBuffer(5, b.plan.View())
	k.SetBuffer(6, b.args.View())
	k.Set(u.PassTile, uint32(s.leastPass(kind, r)))
	s.countBy(k, &u.histogramUniforms, keys, r, b.specs.passes[kind].Shape.TileSize())
}

// bucketPass enqueues one of the two passes, with a barrier before it and none behind it.
func (s *Sorter) bucketPass(m move, r sorting, place int) error {
	s.d.StorageBarrier() // behind the histogram, or the pass before
	k := s.buckets.passes[m.kind].Kernel
	s.setFirstPass(&s.buckets.firstDigits, k, &s.buckets.passes[m.kind].U, m, r, place)
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

func (b *bucketSorter) release() {
	if b == nil {
		return
	}
	b.count.Release()
	b.find.Release()
	for i := range b.passes {
		b.passes[i].Release()
	}
	b.firstDigits.release()
	*b = bucketSorter{firstDigits: b.firstDigits, specs: b.specs}
}
