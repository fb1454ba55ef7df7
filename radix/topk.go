// SPDX-License-Identifier: MIT

package radix

import (
	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

// selection has the kernels of TopK. Their variant is selected and self-tested like a sorter's.
type selection struct {
	choose  kernel.Loaded[selectUniforms]
	count   kernel.Loaded[countUniforms]
	spine   kernel.Loaded[spineUniforms]
	scatter kernel.Loaded[scatterUniforms]
	state   *gpu.Buffer[uint32]
	taken   gpu.View // the word in state with their number
	inOrder bool     // as of Sorter

	candidates *candidates // of a single pass
}

// The words of Selection before its counts, and which of them is taken.
const (
	selectionWords = 5
	takenWord      = 3
)

func (s *Sorter) prepareSelection() (err error) {
	if s.selection != nil {
		return nil
	}
	s.selection, err = kernel.SelectVariant(s.d, "radix, top k", s.o.Tuning, false, s.newSelection, s.selectionTest)
	return err
}

func (s *Sorter) newSelection(shape kernel.Shape) (*selection, error) {
	inOrder, err := s.o.inOrder(s.d.Caps(), shape, func() (bool, error) { return kernel.LanesInOrder(s.d) })
	if err != nil {
		return nil, err
	}
	p := &selection{inOrder: inOrder}
	if err := p.build(s, s.o.shape(shape)); err != nil {
		p.Release()
		return nil, err
	}
	return p, nil
}

func (p *selection) build(s *Sorter, shape kernel.Shape) (err error) {
	choose, count, scatter := selectionSpecs(shape, s.o.Type, p.inOrder)
	if p.choose, err = kernel.Load[selectUniforms](s.d, choose); err != nil {
		return err
	}
	if p.count, err = kernel.Load[countUniforms](s.d, count); err != nil {
		return err
	}
	if p.spine, err = kernel.Load[spineUniforms](s.d, specs(shape, s.o.Type, p.inOrder).spine); err != nil {
		return err
	}
	if p.scatter, err = kernel.Load[scatterUniforms](s.d, scatter); err != nil {
		return err
	}
	if p.state, err = gpu.NewBuffer[uint32](s.d, selectionWords+digits); err != nil {
		return err
	}
	if s.singlePass() {
		if p.candidates, err = newCandidates(s.d, candidateSpec(choose, s.shape)); err != nil {
			return err
		}
	}
	p.taken, err = p.state.Slice(takenWord, takenWord+1)
	return err
}

// Release frees the kernels.
func (p *selection) Release() {
	if p != nil {
		p.choose.Release()
		p.count.Release()
		p.spine.Release()
		p.scatter.Release()
		p.state.Release()
		p.candidates.Release()
	}
}

// TopK writes the k keys that come first in the sort's order to dstKeys, sorted, and their indices
// to dstIndices as uint32: the smallest, or if descending the largest. Equal keys come in the order
// of their indices. If there are fewer than k keys, all of them are written. For a k of 0 nothing
// is. Both destinations hold k items, or n if that is less.
//
// For k up to 2,048 and more than Options.SearchAbove keys, by default 2^10 or 2^14, a sample of
// the keys gives a bound for the k-th, and the few keys up to it are copied and put in order. That
// takes three dispatches and one read of the keys. The sample is hardly ever bad; then the call
// takes longer. For k above about n/23, and with small workgroups for less, a sample says too
// little and is not taken.
//
// Otherwise, for more than SearchAbove keys and k up to n/2, it finds the k-th key digit by digit,
// and moves and sorts only the first k keys. That takes a dispatch for each 8 bits, then three,
// then a sort of k keys. For k up to n/8 the single-pass form first copies the keys whose highest
// digit does not come after that of the k-th. The rest of the search then reads few keys. It does
// so for up to 2^26 keys of a word, for which the scratch has room (TopKScratchBytes). In all other
// cases it sorts all keys.
//
// No view may overlap another. Errors: as for SortKeys; gpu.ErrCount for k outside 0 to
// gpu.MaxItems; gpu.ErrArgument for keys of 128 bits.
func (s *Sorter) TopK(dstKeys, dstIndices, keys gpu.View, k int, n gpu.Count) error {
	return s.first(dstKeys, dstIndices, keys, k, n, false)
}

// PartialSort is TopK followed by the rest: the keys behind the k-th come in no promised order,
// except that those equal to it come first. dstKeys and dstIndices hold n items. Errors: as for
// TopK.
func (s *Sorter) PartialSort(dstKeys, dstIndices, keys gpu.View, k int, n gpu.Count) error {
	return s.first(dstKeys, dstIndices, keys, k, n, true)
}

func (s *Sorter) first(dstKeys, dstIndices, keys gpu.View, k int, n gpu.Count, partial bool) error {
	return s.byAnyVariant(func() error { return s.firstNow(dstKeys, dstIndices, keys, k, n, partial) })
}

// firstNow is first by the variant that the sorter has.
func (s *Sorter) firstNow(dstKeys, dstIndices, keys gpu.View, k int, n gpu.Count, partial bool) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	call := "TopK"
	if partial {
		call = "PartialSort"
	}
	if err := checkK(call, k); err != nil {
		return err
	}
	k = min(k, n.Max())
	room := roomOf(k, n.Max(), partial)
	if err := s.checkFirst(call, arrays{dstKeys, dstIndices}, keys, n, room); err != nil {
		return err
	}
	parts, sampled, err := s.reserveFirst(k, n, room)
	if err != nil {
		return err
	}
	if err := s.scratch.Apart(dstKeys, dstIndices, keys); err != nil {
		return err
	}
	if n.Max() == 0 || room == 0 {
		return s.reportCounts(n, gpu.N(0))
	}
	r, cut := s.begin(n, parts)
	spare, index, wide, sample := cut.Take(parts.spare), cut.Take(parts.index), cut.Take(parts.wide), cut.Take(parts.sample)
	items := keys
	if parts.wide > 0 {
		if err := s.unpackKeys(wide, keys, n); err != nil {
			return err
		}
		keys = wide
	}
	if sampled {
		to := arrays{dstKeys, dstIndices}
		if parts.wide > 0 {
			to.keys = spare
		}
		s.firstOfSample(to, keys, sample, k, n)
		if parts.wide > 0 {
			s.d.StorageBarrier()
			if err := s.packKeys(dstKeys, items, spare, dstIndices, gpu.CountAt(s.sample.wanted, k)); err != nil {
				return err
			}
		}
		s.d.MemoryBarrier()
		return nil
	}
	if !s.o.searches(k, n.Max()) {
		return s.firstOfAll(arrays{dstKeys, dstIndices}, arrays{spare, index}, items, keys, r, k, partial)
	}
	found := dstKeys
	if parts.wide > 0 {
		found = spare
	}
	to := arrays{found, dstIndices}
	few := arrays{cut.Take(parts.candidates), cut.Take(parts.candidateIndex)}
	narrows := parts.candidates > 0
	if narrows {
		to.payload = cut.Take(parts.positions)
	}
	last := s.o.passes() - 1
	s.choose(keys, r, k, last)
	if narrows {
		keys, r.n = few.keys, s.takeCandidates(few, keys, r.n)
		r.workers = min(r.workers, candidateWorkers*s.d.Caps().Multiprocessors)
	}
	for i := last - 1; i >= 0; i-- {
		s.choose(keys, r, k, i)
	}
	if err := s.separate(to, keys, r, room); err != nil {
		return err
	}

	// Sort the first k. Their number is on the GPU, because n may be less than k.
	r.n, r.workers = gpu.CountAt(s.selection.taken, k), s.workersFor(gpu.N(k))
	if err := s.passes(to, to, r, withPayload); err != nil {
		return err
	}
	if narrows {
		s.d.StorageBarrier()
		if err := s.gatherer.Gather(dstIndices, few.payload, to.payload, r.n, 4); err != nil {
			return err
		}
	}
	if parts.wide > 0 {
		if !partial {
			n = gpu.CountAt(s.selection.taken, k)
		}
		if err := s.packKeys(dstKeys, items, found, dstIndices, n); err != nil {
			return err
		}
	}
	s.d.MemoryBarrier()
	return nil
}

// unpackKeys enqueues the keys of the passes, where they are not the caller's: narrow keys a word
// each, or the keys of items.
func (s *Sorter) unpackKeys(dst, src gpu.View, n gpu.Count) error {
	if s.items != nil {
		rounds, _ := s.items.o.rounds()
		return s.computeKeys(dst, src, gpu.View{}, rounds[0], n)
	}
	s.widen(dst, src, n)
	return nil
}

// packKeys enqueues the opposite: it packs narrow keys that are sorted, or gathers items in order.
func (s *Sorter) packKeys(dst, items, sorted, order gpu.View, n gpu.Count) error {
	if s.items == nil {
		s.narrow(dst, sorted, n)
		return nil
	}
	s.d.StorageBarrier()
	return s.gatherer.Gather(dst, items, order, n, s.items.o.itemBytes())
}

// firstOfAll sorts all keys in memory for all, and copies the first k. That is less work than a
// search for few keys, or if most are wanted.
func (s *Sorter) firstOfAll(dst, sorted arrays, items, keys gpu.View, r sorting, k int, partial bool) error {
	narrow := keys != items
	if partial {
		sorted.payload = dst.payload
	}
	if partial && !narrow {
		sorted.keys = dst.keys
	}
	if err := s.passes(sorted, arrays{keys: keys}, r, withIndex); err != nil {
		return err
	}
	if !partial {
		r.n = s.countOfFirst(keys, r, k)
		r.workers = s.workersFor(r.n)
		to := dst
		if narrow {
			to.keys = r.scratch.keys
		}
		s.d.StorageBarrier()
		if err := s.copyItems(move{to, sorted, withPayload, gpu.View{}}, r); err != nil {
			return err
		}
	}
	if narrow {
		if err := s.packKeys(dst.keys, items, sorted.keys, dst.payload, r.n); err != nil {
			return err
		}
	}
	s.d.MemoryBarrier()
	return nil
}

// countOfFirst returns the smaller of n and k. If n is a word on the GPU, that may be above k,
// which the gather of items would report as an error. So for items one step of the search for the
// k-th key writes the smaller number.
func (s *Sorter) countOfFirst(keys gpu.View, r sorting, k int) gpu.Count {
	word, ok := r.n.Word()
	switch {
	case !ok:
		return gpu.N(k)
	case s.items == nil:
		return gpu.CountAt(word, k) // which no kernel checks
	}
	s.choose(keys, r, k, s.o.passes()-1)
	return gpu.CountAt(s.selection.taken, k)
}

// prepareFirst compiles what a call needs, and reports whether it takes a sample.
func (s *Sorter) prepareFirst(k int, n gpu.Count, room int) (sampled bool, err error) {
	if err := s.prepare(ForKeys); err != nil {
		return false, err
	}
	if s.o.samples(s.shape, k, n.Max(), room) {
		if sampled, err = s.readySample(); err != nil || sampled {
			return sampled, err
		}
	}
	if s.gatherer == nil {
		if s.gatherer, err = kernel.NewGatherer(s.d); err != nil {
			return false, err
		}
	}
	sorted := n
	if s.o.searches(k, n.Max()) {
		sorted = gpu.N(k)
	}
	if err := s.limit(sorted); err != nil {
		return false, err
	}
	if err := s.prepareSelection(); err != nil {
		return false, err
	}
	if err := s.selection.count.Shape().Check("radix", n); err != nil || k == 0 {
		return false, err
	}
	return false, s.readyFirstPasses(k, n.Max(), room)
}

// reserveFirst compiles what a call needs and takes its memory. It returns the parts of that, and
// whether the call takes a sample.
func (s *Sorter) reserveFirst(k int, n gpu.Count, room int) (parts scratchParts, sampled bool, err error) {
	if sampled, err = s.prepareFirst(k, n, room); err != nil {
		return parts, sampled, err
	}
	parts = s.options().topKParts(s.layout, k, n.Max(), room)
	if parts.candidates > 0 && !sampled {
		if err := s.selection.candidates.reserve(n.Max()); err != nil {
			return parts, sampled, err
		}
	}
	return parts, sampled, s.scratch.Reserve(parts.total())
}

// readyFirstPasses compiles the passes that sort the first k, or all of n keys.
func (s *Sorter) readyFirstPasses(k, n, room int) error {
	if s.o.searches(k, n) {
		return s.readyPasses(passKernels{withPayload, false, k, true})
	}
	if err := s.readyPasses(passKernels{withIndex, false, n, false}); err != nil || room == n || s.runs.usable() {
		return err
	}
	return s.ready(withPayload, k) // which copies the first k
}
