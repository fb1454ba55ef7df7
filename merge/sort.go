// SPDX-License-Identifier: MIT

package merge

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// SortKeys writes the n items of src to dst, in order. Equal items keep their order (stable). dst
// may be src, or must not overlap it. Options.Map and Input may make the items of records; a sort
// in place then needs records of the size of an item, and gpu.InputDirect. The word of a count on
// the GPU must lie neither in dst nor in the scratch.
//
// SortKeys takes one dispatch for the tiles (of 4,608 words, or 4,096 with a payload), and one for
// each doubling from a tile to n's maximum. From 2^23 items on, a doubling takes two. If n is more
// than a tile, the scratch has room for n items.
//
// SortKeys only enqueues. Kernels, draws and indirect calls that are enqueued later see the result;
// no memory barrier of the caller's is needed.
//
// Errors, all before anything is enqueued: gpu.ErrView, gpu.ErrCount, gpu.ErrOverlap;
// gpu.ErrOutOfMemory for memory that this call needs first; gpu.ErrContextLost, gpu.ErrWrongThread,
// gpu.ErrReleased.
func (s *Sorter) SortKeys(dst, src gpu.View, n gpu.Count) error {
	return s.sort(ForKeys, Pairs{Keys: dst}, Pairs{Keys: src}, n)
}

// SortPairs is SortKeys with a word of payload beside each item, which moves with it. A gpu.Buffer
// of 64-bit numbers is refused as payload (gpu.ErrView). Each destination may be its source, or
// must not overlap it; other views must not overlap. Errors: as for SortKeys; gpu.ErrShader,
// gpu.ErrSelfTest at the first call.
func (s *Sorter) SortPairs(dst, src Pairs, n gpu.Count) error {
	return s.sort(ForPairs, dst, src, n)
}

// SortIndices writes the indices 0 to n-1 to dst, as uint32, in the order of their items (argsort).
// Equal items keep the order of their indices. The items are only read. dst must not overlap them.
// Errors: as for SortPairs.
func (s *Sorter) SortIndices(dst, src gpu.View, n gpu.Count) error {
	return s.sort(ForIndices, Pairs{Payload: dst}, Pairs{Keys: src}, n)
}

func (s *Sorter) sort(use Use, dst, src Pairs, n gpu.Count) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := s.validate(use, dst, src, n); err != nil {
		return named(sortMethods[use], err)
	}
	if err := s.ready(use.kind()); err != nil {
		return err
	}
	sizes := s.o.sortSizes(s.shape, use, n.Max())
	if err := s.reserve(sizes, dst, src, n); err != nil {
		return named(sortMethods[use], err)
	}
	if n == gpu.N(0) {
		return nil // a count on the GPU may be above its maximum: the kernel reports that
	}
	cut := s.scratch.Cut()
	scratch := Pairs{Keys: cut.Take(sizes.keys), Payload: cut.Take(sizes.payload)}
	if use == ForIndices {
		dst.Keys = cut.Take(sizes.spare)
	}
	if err := s.enqueue(use, dst, src, scratch, n); err != nil {
		return named(sortMethods[use], err)
	}
	return nil
}

// reserve makes room in the scratch, and checks that the operands lie outside.
func (s *Sorter) reserve(sizes sortSizes, dst, src Pairs, n gpu.Count) error {
	if err := s.scratch.Reserve(sizes.bytes()); err != nil {
		return err
	}
	if err := s.scratch.Apart(dst.Keys, dst.Payload, src.Keys, src.Payload); err != nil {
		return err
	}
	if s.o.Input == gpu.InputGathered {
		if err := s.scratch.Apart(s.indices); err != nil {
			return err
		}
	}
	return kernel.NeedCountApart("n", n, s.scratch.View())
}

// sortMethods are the methods by use.
var sortMethods = [...]string{ForKeys: "SortKeys", ForPairs: "SortPairs", ForIndices: "SortIndices"}

// named puts the method that was called before an error of its operands.
func named(method string, err error) error { return kernel.Named("merge", method, err) }

// enqueue sorts the tiles, and merges runs of them pass by pass. The steps write to dst and the
// scratch in turn, so that the last one writes to dst.
func (s *Sorter) enqueue(use Use, dst, src, scratch Pairs, n gpu.Count) error {
	k := &s.kinds[use.kind()]
	// The alignment of the caller's items may be wrong: report it before anything is enqueued.
	if err := s.o.setSource(k.tile.Kernel, sortSrc, sortNames.Src, src.Keys, s.indices); err != nil {
		return err
	}
	if err := s.o.set(k.tile.Kernel, sortDst, "dst", dst.Keys); err != nil {
		return err
	}
	tile, pass := s.o.sortTile(s.shape, use.kind()), s.o.mergeTile(s.shape, use.kind())
	last := s.o.passes(s.shape, use.kind(), n.Max())
	from, to := src, dst
	if last%2 == 1 {
		to = scratch
	}
	if err := s.bindTo(k.tile.Kernel, use, tilePayload, from, to, n); err != nil {
		return err
	}
	k.tile.Set(k.tile.U.DropsKeys, flag(use == ForIndices && last == 0))
	k.tile.Set(k.tile.U.MakesIndices, flag(use == ForIndices))
	k.tile.Dispatch(max(1, tile.GroupsFor(n.Max())))
	run := tile.TileSize()
	for p := 1; p <= last; p++ {
		s.d.StorageBarrier()
		from, to = to, dst
		if (last-p)%2 == 1 {
			to = scratch
		}
		if err := s.findSplits(k, use, from, to, run, pass.TileSize(), n); err != nil {
			return err
		}
		if err := s.bind(k.pass.Kernel, use, passPayload, from, to, n); err != nil {
			return err
		}
		if use == ForKeys {
			k.pass.SetBuffer(passSplits, to.Keys)
		}
		k.pass.Set(k.pass.U.DropsKeys, flag(use == ForIndices && p == last))
		k.pass.Set(k.pass.U.Run, uint32(run))
		k.pass.Set(k.pass.U.PairTiles, uint32(2*run/pass.TileSize()))
		k.pass.Dispatch(pass.GroupsFor(n.Max()))
		run *= 2
	}
	s.d.MemoryBarrier()
	return nil
}

// findSplits enqueues the search for the splits of a pass if there are many items, and says so to
// the kernel that merges.
func (s *Sorter) findSplits(k *sortKernels, use Use, from, to Pairs, run, tile int, n gpu.Count) error {
	k.pass.Set(k.pass.U.SplitsKnown, flag(n.Max() >= s.split.from))
	if n.Max() < s.split.from {
		return nil
	}
	if err := s.o.set(s.split.Kernel, sortSrc, sortNames.Src, from.Keys); err != nil {
		return err
	}
	s.split.SetCount(n)
	s.split.Set(s.split.U.Run, uint32(run))
	s.split.Set(s.split.U.PairTiles, uint32(2*run/tile))
	in, step := s.o.splitsOf(to, use.kind(), tile)
	k.pass.Set(k.pass.U.SplitStep, step)
	s.split.find(runsSplits, in, step, tile, n.Max())
	s.d.StorageBarrier()
	return nil
}

// bind sets the buffers and the count of a pass.
func (s *Sorter) bind(k *kernel.Kernel, use Use, at int, from, to Pairs, n gpu.Count) error {
	if err := s.o.set(k, sortSrc, sortNames.Src, from.Keys); err != nil {
		return err
	}
	return s.bindTo(k, use, at, from, to, n)
}

// bindTo sets the buffers and the count of a step, but for the items that it reads.
func (s *Sorter) bindTo(k *kernel.Kernel, use Use, at int, from, to Pairs, n gpu.Count) error {
	if err := s.o.set(k, sortDst, "dst", to.Keys); err != nil {
		return err
	}
	if use != ForKeys {
		k.SetBuffer(at, to.Payload)
		k.SetBuffer(at+1, from.Payload)
	}
	k.SetCount(n)
	return nil
}

var sortNames = kernel.InputNames{What: "n", Src: "src", Indices: "indices of SetIndices"}

// SetIndices sets the indices of later calls with InputGathered: one uint32 for each item, an index
// among the records of src. An index past the last record reads the last one. Neither a destination
// nor the scratch may overlap the indices. Calls with another Input refuse them (gpu.ErrArgument).
func (s *Sorter) SetIndices(indices gpu.View) {
	if s != nil {
		s.indices = indices
	}
}

// needIndicesApart checks that no destination overlaps the indices.
func (s *Sorter) needIndicesApart(dst Pairs) error {
	if err := kernel.NeedApart("dst and indices", dst.Keys, s.indices); err != nil {
		return err
	}
	return kernel.NeedApart("dst and indices", dst.Payload, s.indices)
}

// sortApart names the payload of dst, which without keys is all of dst, and src.
var sortApart = [...]string{ForPairs: "the payload of dst and src", ForIndices: "dst and src"}

// validate checks a call.
func (s *Sorter) validate(use Use, dst, src Pairs, n gpu.Count) error {
	if err := s.o.needSource(s.d, &sortNames, src.Keys, s.indices, n); err != nil {
		return err
	}
	if s.o.Input == gpu.InputGathered {
		if err := s.needIndicesApart(dst); err != nil {
			return err
		}
	}
	if use != ForIndices {
		if err := s.o.need(s.d, "dst", dst.Keys, n); err != nil {
			return err
		}
	}
	switch use {
	case ForPairs:
		if err := kernel.NeedPayload(s.d, "payload of dst", dst.Payload, n); err != nil {
			return err
		}
		if err := kernel.NeedPayload(s.d, "payload of src", src.Payload, n); err != nil {
			return err
		}
	case ForIndices:
		if err := kernel.NeedWords(s.d, "dst", dst.Payload, n); err != nil {
			return err
		}
	}
	if err := kernel.NeedCountApart("n", n, dst.Keys, dst.Payload); err != nil {
		return err
	}
	for _, pair := range [...]struct {
		what    string
		a, b    gpu.View
		inPlace bool
	}{
		{"dst and src", dst.Keys, src.Keys, s.o.Input == gpu.InputDirect && s.o.sourceBytes() == s.o.Bytes},
		{"the payloads of dst and src", dst.Payload, src.Payload, true},
		{"dst and its payload", dst.Keys, dst.Payload, false},
		{"dst and the payload of src", dst.Keys, src.Payload, false},
		{sortApart[use], dst.Payload, src.Keys, false},
	} {
		if pair.inPlace && pair.a.ID() == pair.b.ID() && pair.a.Offset() == pair.b.Offset() {
			continue // a tile is read by the workgroup that writes it
		}
		if err := kernel.NeedApart(pair.what, pair.a, pair.b); err != nil {
			return err
		}
	}
	return nil
}
