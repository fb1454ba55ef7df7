// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// Reserve allocates the scratch for a use of up to n items and compiles its kernels. After it such
// calls neither allocate nor compile. The one exception is the first call on a Device whose count
// lies on the GPU and has a maximum of 0: it compiles a small kernel. Errors: gpu.ErrCount,
// gpu.ErrTooLarge, gpu.ErrOutOfMemory, gpu.ErrShader, gpu.ErrSelfTest if no variant works,
// gpu.ErrView if the memory of UseScratch is too small, gpu.ErrArgument for another Use than the
// constants and for segments of keys of 128 bits, gpu.ErrWrongThread, gpu.ErrReleased.
func (s *Sorter) Reserve(use Use, n int) error {
	return s.byAnyVariant(func() error { return s.reserveNow(use, n) })
}

// ReserveCall is Reserve for calls with the Max of n alone, as those of a number that lies on the
// GPU. It compiles no kernels for fewer items, each of which takes a new driver some tenths of a
// second. A call with another Max may compile. Errors: those of Reserve.
func (s *Sorter) ReserveCall(use Use, n gpu.Count) error {
	return s.byAnyVariant(func() error {
		if err := s.enter(); err != nil {
			return err
		}
		defer s.d.Internal().Leave()
		if err := kernel.NeedCount(s.d, "radix: ReserveCall", n); err != nil {
			return err
		}
		if err := s.options().checkUse("ReserveCall", use, n.Max()); err != nil {
			return err
		}
		for _, inPlace := range [2]bool{false, true} {
			if err := s.reserveCall(use, n.Max(), inPlace); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReserveTopK is ReserveCall for TopK, or with partial for PartialSort, of this k and the Max of n.
// A call with another k or Max may compile. Errors: those of New for a kernel; gpu.ErrCount for k
// outside 0 to gpu.MaxItems and for n; gpu.ErrArgument for keys of 128 bits; gpu.ErrOutOfMemory.
func (s *Sorter) ReserveTopK(k int, n gpu.Count, partial bool) error {
	return s.byAnyVariant(func() error {
		if err := s.enter(); err != nil {
			return err
		}
		defer s.d.Internal().Leave()
		if err := s.options().noWide("ReserveTopK"); err != nil {
			return err
		}
		if err := checkK("ReserveTopK", k); err != nil {
			return err
		}
		if err := kernel.NeedCount(s.d, "radix: ReserveTopK", n); err != nil {
			return err
		}
		k = min(k, n.Max())
		_, _, err := s.reserveFirst(k, n, roomOf(k, n.Max(), partial))
		return err
	})
}

// reserveNow is Reserve for the variant that the sorter has.
func (s *Sorter) reserveNow(use Use, n int) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := s.options().checkUse("Reserve", use, n); err != nil {
		return err
	}
	if err := s.prepare(use); err != nil {
		return err
	}
	if n >= s.reserved[use] {
		if err := s.readyUpTo(use, n); err != nil {
			return err
		}
	}
	s.reserved[use] = max(s.reserved[use], n+1)
	return s.scratch.Reserve(s.options().scratchParts(s.layout, use, n).total())
}

// reserveCall is reserveNow for a call of n keys, which compiles no kernels for fewer keys.
func (s *Sorter) reserveCall(use Use, n int, inPlace bool) error {
	if s.items != nil || use.segmented() {
		return s.reserveNow(use, n)
	}
	if err := s.prepare(use); err != nil {
		return err
	}
	if err := s.readyPasses(passKernels{use.kind(), use.keyless(), n, s.sortsInPlace(use, inPlace)}); err != nil {
		return err
	}
	return s.scratch.Reserve(s.o.scratchParts(s.layout, use, n).total())
}

// sortsInPlace reports whether the passes of a use work in place: if the keys of the caller do, and
// for keys of 8 and 16 bits, of which each has a word of the scratch.
func (s *Sorter) sortsInPlace(use Use, keysInPlace bool) bool {
	return !use.keyless() && (keysInPlace || keyTypes[s.o.Type].perWord > 1)
}

// readyPasses compiles the kernels of the passes of n keys, unless the latest passes had the same.
func (s *Sorter) readyPasses(now passKernels) error {
	latest := &s.latest[word(now.inPlace)]
	if now.n == 0 || now == *latest {
		return nil
	}
	if err := s.readyAll(now); err != nil {
		return err
	}
	*latest = now
	return nil
}

// readyUpTo compiles all kernels of a use for up to n keys.
func (s *Sorter) readyUpTo(use Use, n int) (err error) {
	switch {
	case s.items != nil:
		err = s.readyItems(use, n)
	case !use.segmented() || !s.segments.lists:
		err = s.readyKinds(use.kind(), use.keyless(), n)
	}
	if err != nil || !use.segmented() || s.segments.lists {
		return err
	}
	if !s.segments.wrong {
		if err := s.byID.useBits(numberBits(windowsOf(s.layout.window, n))); err != nil {
			return err
		}
	}
	return s.byID.readyUpTo(ForPairs, n)
}

// readyKinds compiles the kernels of all sorts of up to n items whose first pass moves kind. Each
// of its sizes is the largest n for which some of them are used.
func (s *Sorter) readyKinds(kind payloadKind, keyless bool, n int) error {
	sizes := []int{splitterMostOfTwo / keyTypes[s.o.Type].words, splitterMostOfFew}
	for _, t := range s.oneDispatch[tileKind{kind, keyless}] {
		sizes = append(sizes, t.most)
	}
	for _, t := range s.tiles {
		sizes = append(sizes, t.Most, t.ResidentGroups*t.Shape.TileSize())
	}
	for place := range s.o.passes() {
		sizes = append(sizes, s.o.mostPacked(place))
	}
	if most := s.layout.msd.most + s.layout.buckets.most; most > 0 { // keys have one of them at most
		sizes = append(sizes, most)
	}
	for _, most := range sizes {
		for _, inPlace := range [2]bool{false, true} {
			if keyless && inPlace {
				continue
			}
			if err := s.readyAll(passKernels{kind, keyless, min(n, most), inPlace}); err != nil {
				return err
			}
		}
	}
	return nil
}

// prepare compiles what only some uses and types need.
func (s *Sorter) prepare(use Use) (err error) {
	if k := keyTypes[s.o.Type]; k.perWord > 1 && s.pack.Kernel == nil {
		if err := load(s.d, &s.unpack, narrowSpec(unpackFile, k.perWord)); err != nil {
			return err
		}
		if err := load(s.d, &s.pack, narrowSpec(packFile, k.perWord)); err != nil {
			return err
		}
	}
	gathers := use == ForRecords || use.segmented() || s.items != nil && use != ForIndices
	if gathers && s.gatherer == nil {
		if s.gatherer, err = kernel.NewGatherer(s.d); err != nil {
			return err
		}
	}
	if use.segmented() && s.segments == nil {
		err = s.prepareSegments()
	}
	if use == ForSegmentedTopK && err == nil {
		if err = s.prepareFirsts(); err == nil {
			err = s.prepareTop()
		}
	}
	return err
}
