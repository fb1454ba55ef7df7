// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Sorter holds a compiled sort and its scratch.
type Sorter struct {
	d *gpu.Device
	o Options
	layout
	inOrder bool // how ranks are found
	scratch *gpu.Scratch
	state   *gpu.Buffer[uint32]

	movers [payloadKinds][]kernel // by payloadKind

	// Chunked.
	counters []kernel
	spine    program
	addAlone int                      // a chunk's workgroup adds up the counts of so many workers at most itself
	order    program                  // with SkipSorted
	groups   [orderAhead + 1]gpu.View // the triples in state

	// Chained.
	tallier   kernel
	half      int // of state: the words before that of the latest sort
	lookTiles int // up to how many tiles the first pass looks at the keys

	// Made when first needed.
	unpack, pack *gpu.Kernel
	gatherer     *gpu.Gatherer
	segmentID    *gpu.Kernel
	byID         *Sorter
	selection    *selection

	// What is compiled for the options as they are, so that a call need not look again.
	reserved [ForValues + 1]int // by Use: Reserve has served up to one item less
	passed   passKernels        // passes has served these
}

// passKernels are what the kernels of a sort's passes depend on, besides the options.
type passKernels struct {
	kind    payloadKind
	keyless bool
	n       int
}

// New makes a sorter. The kernels that move keys compile on first use; Reserve compiles them ahead of time. On a driver
// that comb has not seen, New compiles and self-tests all of them, but for first passes that count the digits of all
// passes, which are tested on first use. Errors: gpu.ErrArgument for keys of a vector type or a bit range outside the key,
// gpu.ErrTooLarge, gpu.ErrShader, gpu.ErrOutOfMemory, gpu.ErrSelfTest when no variant is right on this driver.
func New(d *gpu.Device, o Options) (*Sorter, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	return gpu.Choose(d, "radix", o.Tuning, !o.SkipSorted, func(shape gpu.Shape) (*Sorter, error) {
		s := &Sorter{d: d, o: o, layout: o.layout(d.Caps(), shape), scratch: d.NewScratch("radix")}
		var err error
		if s.inOrder, err = o.inOrder(d.Caps(), s.shape, d.LanesInOrder); err == nil {
			err = s.build()
		}
		if err != nil {
			s.Release()
			return nil, err
		}
		return s, nil
	}, (*Sorter).proof)
}

func (s *Sorter) build() (err error) {
	f := specs(s.shape, s.o.Type, s.inOrder)
	if s.o.SkipSorted {
		f = f.planned()
	}
	for kind, all := range f.movers(s.d.Caps(), s.o.Tuning) {
		s.movers[kind] = kernels(all)
	}
	if s.shape.Algorithm == gpu.Chained {
		return s.buildChained(f)
	}
	s.counters, s.addAlone = kernels(f.counters(s.d.Caps(), s.o.Tuning)), addAlone
	if s.spine, err = load(s.d, f.spine, workersOnly); err != nil {
		return err
	}
	if !s.o.SkipSorted {
		return nil
	}
	if s.order, err = load(s.d, f.order, comparing(keyTypes[s.o.Type].words)); err != nil {
		return err
	}
	if s.state, err = gpu.NewBuffer[uint32](s.d, orderWords); err != nil {
		return err
	}
	for i := range s.groups {
		if s.groups[i], err = s.state.Slice(3*i, 3*i+3); err != nil {
			return err
		}
	}
	return nil
}

// digits are the uniforms of a chunked kernel that tell the digit.
func (s *Sorter) digits() func(*program) map[string]*gpu.Uniform {
	if s.o.SkipSorted {
		return byPlan
	}
	return byDigit
}

// SetBits changes the bit range of the sorts that follow: bits from first up, 0 for all of them. It costs nothing, but that sorts of
// more digits than before may take scratch and kernels that Reserve has not.
// Errors: gpu.ErrArgument for a range outside the key, gpu.ErrReleased.
func (s *Sorter) SetBits(first, bits int) (err error) {
	if s == nil {
		return fmt.Errorf("radix: the Sorter is nil: %w", gpu.ErrReleased)
	}
	s.o, err = s.o.withBits(first, bits)
	s.reserved, s.passed = [len(s.reserved)]int{}, passKernels{}
	return err
}

// SetDescending changes the direction of the sorts that follow. It costs nothing; equal keys keep their order either way.
func (s *Sorter) SetDescending(descending bool) {
	if s != nil {
		s.o.Descending = descending
	}
}

// Reserve takes the scratch for a use of up to n items and compiles what only that use needs, so that later calls do
// neither. Errors: gpu.ErrCount, gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrView when less was lent,
// gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Sorter) Reserve(use Use, n int) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	if n < 0 || n > gpu.MaxItems {
		return fmt.Errorf("radix: Reserve: n is %d, want from 0 to %d: %w", n, gpu.MaxItems, gpu.ErrCount)
	}
	if err := s.prepare(use); err != nil {
		return err
	}
	for _, t := range s.tiles { // all that up to n keys take
		if n < s.reserved[use] {
			break
		}
		for _, most := range [...]int{t.Most, t.AtOnce * t.Shape.TileSize()} {
			if err := s.readyAll(use.kind(), use.keyless(), min(n, most)); err != nil {
				return err
			}
		}
	}
	s.reserved[use] = max(s.reserved[use], n+1)
	return s.scratch.Reserve(s.o.sizes(s.layout, use, n).total())
}

// prepare compiles what only some uses and types need.
func (s *Sorter) prepare(use Use) (err error) {
	if k := keyTypes[s.o.Type]; k.perWord > 1 && s.pack == nil {
		if s.unpack, err = s.d.NewKernel(narrowSpec(unpackFile, k.perWord)); err != nil {
			return err
		}
		if s.pack, err = s.d.NewKernel(narrowSpec(packFile, k.perWord)); err != nil {
			return err
		}
	}
	if (use == ForRecords || use == ForSegmented) && s.gatherer == nil {
		if s.gatherer, err = s.d.NewGatherer(); err != nil {
			return err
		}
	}
	if use == ForSegmented && s.byID == nil {
		return s.prepareSegments()
	}
	return nil
}

// UseScratch makes the Sorter work in memory of the caller's, at least ScratchBytes for what follows, instead of its own; the
// zero View ends that. Between sorts it is the caller's; nothing in it is kept.
func (s *Sorter) UseScratch(scratch gpu.View) {
	if !s.released() {
		s.scratch.Lend(scratch)
	}
}

// SortKeys enqueues: dst gets the n keys of src, sorted. dst may be src. The word of a count on the GPU must lie neither in a
// destination nor in lent scratch.
// Errors, before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap, gpu.ErrOutOfMemory for the scratch,
// gpu.ErrTooLarge, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Sorter) SortKeys(dst, src gpu.View, n gpu.Count) error {
	return s.sort(job{use: ForKeys, dst: arrays{keys: dst}, src: arrays{keys: src}, n: n})
}

// SortPairs enqueues: dstKeys gets the n keys sorted, dstPayload the payload words in the same order. Both destinations
// may be their sources, or neither. Errors: as for SortKeys.
func (s *Sorter) SortPairs(dstKeys, dstPayload, srcKeys, srcPayload gpu.View, n gpu.Count) error {
	return s.sort(job{use: ForPairs, dst: arrays{dstKeys, dstPayload}, src: arrays{srcKeys, srcPayload}, n: n, stride: 4})
}

// SortValues enqueues: dst gets the payload words in the order of their keys, both of which are only read: SortPairs where nobody wants the
// sorted keys. The last pass writes none: 2^24 words by keys of 16 bits take 257 us on an H200, SortPairs 276. dst must not overlap the
// sources. Errors: as for SortKeys.
func (s *Sorter) SortValues(dst, keys, payload gpu.View, n gpu.Count) error {
	return s.sort(job{use: ForValues, dst: arrays{payload: dst}, src: arrays{keys: keys, payload: payload}, n: n, stride: 4})
}

// SortIndices enqueues: dst gets the indices 0 to n-1 in the order of their keys, which are only read; equal keys keep the
// order of their indices. Nothing needs to be filled beforehand: the first pass makes the indices as it goes. dst must
// not overlap the keys. Errors: as for SortKeys.
func (s *Sorter) SortIndices(dst, keys gpu.View, n gpu.Count) error {
	return s.sort(job{use: ForIndices, dst: arrays{payload: dst}, src: arrays{keys: keys}, n: n, stride: 4})
}

// SortRecords enqueues: dstKeys gets the n keys sorted, dstRecords the records of stride bytes in the same order. Only words
// move along with the keys; each record moves once, at the end. dstKeys may be srcKeys; dstRecords must not overlap
// anything. Errors: as for SortKeys; gpu.ErrView for a stride that is no multiple of 4 up to 1,024.
func (s *Sorter) SortRecords(dstKeys, dstRecords, srcKeys, srcRecords gpu.View, stride int, n gpu.Count) error {
	if err := checkStride(stride); err != nil {
		return err
	}
	return s.sort(job{use: ForRecords, dst: arrays{dstKeys, dstRecords}, src: arrays{srcKeys, srcRecords}, n: n, stride: stride})
}

// arrays are the keys and the payload that go with each other.
type arrays struct{ keys, payload gpu.View }

// job is what a call asks for.
type job struct {
	use      Use
	dst, src arrays
	n        gpu.Count
	stride   int // of the payload
}

func (s *Sorter) sort(j job) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	if err := s.check(j); err != nil || j.n.Max() == 0 {
		return err
	}
	sizes := s.o.sizes(s.layout, j.use, j.n.Max())
	r, cut := s.begin(j.n, sizes)
	spare, index, wide := cut.Take(sizes.spare), cut.Take(sizes.index), cut.Take(sizes.wide)

	dst, src := j.dst, j.src
	r.keyless = j.use.keyless()
	if r.keyless {
		dst.keys = spare // of the passes before the last
	}
	if j.use == ForRecords {
		dst.payload, src.payload = index, gpu.View{}
	}
	if sizes.wide > 0 {
		s.widen(wide, src.keys, j.n)
		src.keys = wide
		if !r.keyless {
			dst.keys = wide
		}
	}
	if err := s.passes(dst, src, r, j.use.kind()); err != nil {
		return err
	}
	if sizes.wide > 0 && !r.keyless {
		s.narrow(j.dst.keys, wide, j.n)
	}
	s.d.Publish()
	if j.use == ForRecords {
		return s.gatherer.Gather(j.dst.payload, j.src.payload, index, j.n, j.stride)
	}
	return nil
}

// passes enqueues the digits from src to dst, through the scratch and back. dst.keys may be src.keys, but where nobody wants the keys.
func (s *Sorter) passes(dst, src arrays, r run, kind payloadKind) error {
	if r.n.Max() == 0 {
		return nil // no launch of no workgroups: the first is to clear what the next sort begins with
	}
	if now := (passKernels{kind, r.keyless, r.n.Max()}); now != s.passed {
		if err := s.readyAll(now.kind, now.keyless, now.n); err != nil {
			return err
		}
		s.passed = now
	}
	if s.o.SkipSorted {
		return s.passesWhereNeeded(dst, src, r, kind)
	}
	if r.looks = s.looksFirst(kind, r.n.Max()); r.looks {
		r.histogram = s.state.View()
	} else if r.chained {
		s.tally(src.keys, r, kind)
	}
	last := s.o.passes() - 1
	if !r.keyless && same(dst.keys, src.keys) && last%2 == 0 {
		// An odd number of passes from dst ends in the scratch; so begin there.
		if err := s.straight(way{r.scratch, src, kind, gpu.View{}}, r); err != nil {
			return err
		}
		src, kind = r.scratch, kind.after()
	}
	for i := 0; i <= last; i++ {
		to := r.scratch
		if (last-i)%2 == 0 {
			to = dst
		}
		ways := [1]way{{to, src, s.kindAt(kind, i, r.keyless), gpu.View{}}}
		var err error
		if r.chained {
			err = s.link(ways[0], r, i)
		} else {
			err = s.pass(ways[:], r, i, gpu.View{})
		}
		if err != nil {
			return err
		}
		src = to
	}
	return nil
}

func same(a, b gpu.View) bool { return a.ID() == b.ID() && a.Offset() == b.Offset() }

// released says whether there is nothing left to sort with.
func (s *Sorter) released() bool { return s == nil || s.movers[keysAlone] == nil }

// enter begins a call.
func (s *Sorter) enter() error {
	if s.released() {
		return fmt.Errorf("radix: the Sorter is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return s.d.Enter()
}

// Variant names the way that the sort runs: "chained-khr".
func (s *Sorter) Variant() string {
	if s == nil {
		return ""
	}
	return s.shape.Variant()
}

// Release frees the programs and the scratch.
func (s *Sorter) Release() {
	if s == nil {
		return
	}
	for _, p := range []program{s.spine, s.order} {
		p.kernel.Release()
	}
	for _, all := range append(s.movers[:], s.counters, []kernel{s.tallier}) {
		for i := range all {
			all[i].release()
		}
	}
	s.unpack.Release()
	s.pack.Release()
	s.gatherer.Release()
	s.segmentID.Release()
	s.byID.Release()
	s.selection.Release()
	s.state.Release()
	s.scratch.Release()
	s.movers = [payloadKinds][]kernel{}
}
