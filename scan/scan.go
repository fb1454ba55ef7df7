// SPDX-License-Identifier: MIT

package scan

import (
	"fmt"

	"github.com/combgl/comb/gpu"
)

// Scanner holds a compiled scan.
type Scanner struct {
	d       *gpu.Device
	o       Options
	glue    gpu.Glue
	shape   gpu.Shape
	scratch *gpu.Scratch

	chunked bool // calls may run chunked: all, or those for which a chain is slower

	// Chunked, where that was needed.
	total, walk                *gpu.Kernel
	totalWorkers               gpu.Uniform
	walkWorkers, walkInclusive gpu.Uniform

	// Chained.
	links []linked
	chain *gpu.Chain
}

// New compiles a scanner. A chained scan has kernels for few items and for many. What a call needs is compiled by the
// first that needs it, or by Reserve; kernels with the caller's GLSL are compiled here. A driver that is new to comb runs
// the self-test of all of them here.
//
// Errors: gpu.ErrArgument for an operator that a type does not have, an Operator that cannot be, and Operator.Bytes that
// is not the size in GLSL; gpu.ErrTooLarge, gpu.ErrShader with the line of the caller's GLSL, gpu.ErrOutOfMemory.
func New(d *gpu.Device, o Options) (*Scanner, error) {
	o, g, err := o.prepare()
	if err != nil {
		return nil, err
	}
	// Which tiles of a chain are combined first depends on the run: only an exact operator gives the same bits.
	return gpu.Choose(d, "scan", o.Tuning, g.Exact, func(shape gpu.Shape) (*Scanner, error) {
		shape = shape.ForItems(g.Bytes)
		if o.By == Offsets {
			shape.MaxItems /= 3 // searches among the offsets are loop turns too, where a driver counts those
		}
		s := &Scanner{d: d, o: o, glue: g, shape: shape, scratch: d.NewScratch("scan")}
		if err := s.build(); err != nil {
			s.Release()
			return nil, err
		}
		return s, nil
	}, (*Scanner).proof)
}

// chainedMost is the most items for which a chained scan was the faster on an H200: 2^20 took 13 us, chunked 14; 2^22 27
// and 24. By segments, where each tile looks for its heads before it tells anything, 2^18 took 14.5 us and 18.1; 2^19 22.4 and 19.2.
func (o Options) chainedMost() int {
	if o.By == Whole {
		return 1 << 21
	}
	return 1 << 18
}

// limit refuses more items than the kernel that a call takes may have where a driver ends long loops early. Chained, that
// goes by the tiles of the link.
func (s *Scanner) limit(n gpu.Count) error {
	if s.isChained(n.Max()) {
		return s.linkFor(n.Max()).Shape.Check("scan", n)
	}
	return s.shape.Check("scan", n)
}

// isChained says whether a call of at most n items runs chained.
func (s *Scanner) isChained(n int) bool {
	return s.links != nil && (!s.chunked || n <= s.o.chainedMost())
}

func (s *Scanner) build() error {
	s.chunked = s.shape.Algorithm != gpu.Chained || s.either()
	if s.shape.Algorithm == gpu.Chained {
		_, walk := specs(s.shape, s.glue, s.o)
		if err := s.buildLinks(walk); err != nil || !s.chunked || s.o.Operator == nil {
			return err
		}
	}
	return s.readyChunks()
}

// readyChunks compiles what runs chunked, unless it is.
func (s *Scanner) readyChunks() (err error) {
	if s.walk != nil {
		return nil
	}
	defer func() {
		if err != nil {
			s.total.Release()
			s.walk.Release()
			s.total, s.walk = nil, nil
		}
	}()
	total, walk := specs(s.shape, s.glue, s.o)
	if s.total, err = s.d.NewKernel(total); err != nil {
		return err
	}
	if s.walk, err = s.d.NewKernel(walk); err != nil {
		return err
	}
	if got := s.walk.ArrayStride("Src"); s.o.Operator != nil && got != s.glue.Bytes {
		return fmt.Errorf("scan: New: Operator.Bytes is %d, want %d, which %s takes in an array (std430): %w", s.glue.Bytes, got, s.o.Operator.Item, gpu.ErrArgument)
	}
	if got := s.walk.ArrayStride("Totals"); got > s.o.itemBytes(s.glue) {
		return fmt.Errorf("scan: a total takes %d bytes, expected at most %d: %w", got, s.o.itemBytes(s.glue), gpu.ErrBinding)
	}
	if s.walkInclusive, err = s.walk.Uniform("inclusive"); err != nil {
		return err
	}
	if s.totalWorkers, err = s.total.Uniform("workers"); err != nil {
		return err
	}
	s.walkWorkers, err = s.walk.Uniform("workers")
	return err
}

// either says whether calls for which a chain is slower may run chunked. Wide chains are the faster at every size.
func (s *Scanner) either() bool { return s.shape.Either && !s.o.isWide(s.shape, s.glue) }

// Exclusive enqueues dst[i] = src[0] + … + src[i-1], so that dst[0] is the identity; + is the operator. dst may be src.
// The words of counts on the GPU must lie neither in dst nor in lent scratch.
// Errors, before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap, gpu.ErrTooLarge, gpu.ErrArgument
// unless Options.By is Whole, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Scanner) Exclusive(dst, src gpu.View, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, n: n}, Whole)
}

// Inclusive enqueues dst[i] = src[0] + … + src[i]. dst may be src. Errors: as for Exclusive.
func (s *Scanner) Inclusive(dst, src gpu.View, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, n: n, inclusive: 1}, Whole)
}

// ExclusiveBy is Exclusive within each segment: by is the words that are not zero at heads, or the keys, one for each
// item. dst may be src, and must not overlap by. Errors: as for Exclusive; gpu.ErrArgument unless Options.By is
// Flags or Keys.
func (s *Scanner) ExclusiveBy(dst, src, by gpu.View, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, by: by, n: n}, flagsOrKeys)
}

// InclusiveBy is Inclusive within each segment. Errors: as for ExclusiveBy.
func (s *Scanner) InclusiveBy(dst, src, by gpu.View, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, by: by, n: n, inclusive: 1}, flagsOrKeys)
}

// SegmentedExclusive is Exclusive within each of the segments: offsets holds a word more than there are, ascending; equal
// ones make empty segments. What lies before the first and behind the last are segments too. dst may be src, and must not
// overlap offsets. Errors: as for Exclusive; gpu.ErrArgument unless Options.By is Offsets.
func (s *Scanner) SegmentedExclusive(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, by: offsets, n: n, segments: segments}, Offsets)
}

// SegmentedInclusive is Inclusive within each of the segments. Errors: as for SegmentedExclusive.
func (s *Scanner) SegmentedInclusive(dst, src, offsets gpu.View, segments, n gpu.Count) error {
	return s.scan(operands{dst: dst, src: src, by: offsets, n: n, segments: segments, inclusive: 1}, Offsets)
}

// flagsOrKeys stands for either: their methods are the same.
const flagsOrKeys By = -1

// operands are what a call is given.
type operands struct {
	dst, src, by gpu.View
	n, segments  gpu.Count
	inclusive    uint32
}

func (s *Scanner) scan(a operands, by By) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Leave()
	if err := s.check(a, by); err != nil {
		return err
	}
	if a.n.Max() == 0 {
		return nil
	}
	if s.isChained(a.n.Max()) {
		l := s.linkFor(a.n.Max())
		l.kernel.SetBuffer(bufSrc, a.src)
		l.kernel.SetBuffer(bufDst, a.dst)
		s.setOperands(l.kernel, bufHeads, a)
		l.kernel.Set(l.inclusive, a.inclusive)
		inPlace := uint32(0)
		if a.dst.Overlaps(a.src) {
			inPlace = 1
		}
		l.kernel.Set(l.inPlace, inPlace)
		s.chain.Dispatch(l.kernel, l.Shape.GroupsFor(a.n.Max()))
	} else if err := s.chunks(a); err != nil {
		return err
	}
	s.d.Publish()
	return nil
}

// chunks enqueues the workers' totals, and the walk on from them.
func (s *Scanner) chunks(a operands) error {
	// The records' alignment is what may fail: before anything is enqueued.
	if err := s.setItems(s.walk, bufDst, a.dst); err != nil {
		return err
	}
	cut := s.scratch.Cut()
	workers := s.shape.WorkersFor(a.n.Max())
	totals := cut.Take(workers * s.o.itemBytes(s.glue))
	if workers > 1 {
		if err := s.setItems(s.total, bufSrc, a.src); err != nil {
			return err
		}
		s.total.SetBuffer(bufDst, totals)
		s.setOperands(s.total, totalHeads, a)
		s.total.Set(s.totalWorkers, uint32(workers))
		s.total.Dispatch(workers)
		s.d.Barrier()
	}
	if err := s.setItems(s.walk, bufSrc, a.src); err != nil {
		return err
	}
	if err := s.setItems(s.walk, bufDst, a.dst); err != nil {
		return err
	}
	s.walk.SetBuffer(bufTotals, totals)
	s.setOperands(s.walk, bufHeads, a)
	s.walk.Set(s.walkInclusive, a.inclusive)
	s.walk.Set(s.walkWorkers, uint32(workers))
	s.walk.Dispatch(workers)
	return nil
}

func (s *Scanner) setItems(k *gpu.Kernel, i int, v gpu.View) error {
	if err := k.SetItems(i, v, s.glue.Bytes, s.o.Operator != nil); err != nil {
		return fmt.Errorf("scan: items of the Operator: %w", err)
	}
	return nil
}

// setOperands gives a kernel the number of items and what cuts them into segments.
func (s *Scanner) setOperands(k *gpu.Kernel, heads int, a operands) {
	k.SetCount(a.n)
	if s.o.By != Whole {
		k.SetBuffer(heads, a.by)
	}
	if s.o.By == Offsets {
		k.SetSegmentCount(a.segments)
	}
}

func (s *Scanner) check(a operands, by By) error {
	if by != s.o.By && (by != flagsOrKeys || s.o.By != Flags && s.o.By != Keys) {
		return fmt.Errorf("scan: Options.By decides which methods there are: it is %v: %w", s.o.By, gpu.ErrArgument)
	}
	if err := s.d.Need("scan: dst", a.dst, a.n, s.glue.Bytes); err != nil {
		return err
	}
	if err := s.d.Need("scan: src", a.src, a.n, s.glue.Bytes); err != nil {
		return err
	}
	if s.o.Operator == nil {
		if err := s.d.NeedType("scan: src", a.src, s.o.Type); err != nil {
			return err
		}
	}
	if err := s.checkBy(a); err != nil {
		return err
	}
	if err := s.limit(a.n); err != nil {
		return err
	}
	if err := s.readyFor(a.n.Max()); err != nil {
		return err
	}
	if err := s.reserve(a.n.Max()); err != nil {
		return err
	}
	if err := s.scratch.Apart(a.dst, a.src, a.by); err != nil {
		return err
	}
	if err := gpu.NeedCountApart("scan", a.n, a.dst, s.scratch.View()); err != nil {
		return err
	}
	if err := gpu.NeedCountApart("scan: segments", a.segments, a.dst, s.scratch.View()); err != nil {
		return err
	}
	if a.dst.ID() == a.src.ID() && a.dst.Offset() == a.src.Offset() {
		return nil // in place: a tile is read by the workgroup that writes it
	}
	return gpu.NeedApart("scan: dst and src", a.dst, a.src)
}

func (s *Scanner) checkBy(a operands) (err error) {
	switch s.o.By {
	case Whole:
		return nil
	case Flags:
		err = s.d.Need("scan: flags", a.by, a.n, 4)
	case Keys:
		err = s.d.Need("scan: keys", a.by, a.n, s.o.KeyBytes)
	case Offsets:
		if err := s.d.Need("scan: offsets", a.by, a.segments, 4); err != nil {
			return err
		}
		err = s.d.Need("scan: offsets", a.by, gpu.N(a.segments.Max()+1), 4)
	}
	if err != nil {
		return err
	}
	return gpu.NeedApart("scan: dst and what cuts it into segments", a.dst, a.by)
}

// UseScratch makes the scanner work in memory of the caller's, at least ScratchBytes, instead of its own; the zero View ends
// that. Between calls it is the caller's; nothing in it is kept. A chained scan needs none: what its tiles tell each other
// stays its own.
func (s *Scanner) UseScratch(scratch gpu.View) {
	if !s.released() {
		s.scratch.Lend(scratch)
	}
}

// released says whether there is nothing to scan with: a nil Scanner, one that New did not make, and one released.
func (s *Scanner) released() bool { return s == nil || s.links == nil && !s.chunked }

// enter begins a call.
func (s *Scanner) enter() error {
	if s.released() {
		return fmt.Errorf("scan: the Scanner is nil, not made by New or released: %w", gpu.ErrReleased)
	}
	return s.d.Enter()
}

// Programs are the GL programs with the caller's GLSL, for setting plain uniforms of it: set all. All of them are compiled by New.
func (s *Scanner) Programs() []uint32 {
	if s == nil {
		return nil
	}
	kernels := []*gpu.Kernel{s.total, s.walk}
	for _, l := range s.links {
		kernels = append(kernels, l.kernel)
	}
	return gpu.ProgramsOf(kernels...)
}

// Variant names the way that the scan runs: "chained-khr" (which where nobody asked for it, but of plain words, runs chunked above 2^21
// items, by segments 2^18: VariantFor tells).
func (s *Scanner) Variant() string {
	if s == nil {
		return ""
	}
	return s.shape.Variant()
}

// VariantFor names the way that a call of at most n items runs.
func (s *Scanner) VariantFor(n int) string {
	if s == nil {
		return ""
	}
	shape := s.shape
	if !s.isChained(n) {
		shape.Algorithm = gpu.Chunked
	}
	return shape.Variant()
}

// Release frees the programs and the scratch.
func (s *Scanner) Release() {
	if s == nil {
		return
	}
	s.total.Release()
	s.walk.Release()
	for _, l := range s.links {
		l.kernel.Release()
	}
	s.chain.Release()
	s.scratch.Release()
	s.total, s.walk, s.links, s.chunked = nil, nil, nil, false
}
