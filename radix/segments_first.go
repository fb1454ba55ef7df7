// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"math/rand"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/shaders"
)

// SegmentedTopK writes the k keys of each segment that come first in the sort's order, sorted, and
// their indices among all n keys as uint32. Those of segment s go to dstKeys and dstIndices from
// place s * k on. Equal keys come in the order of their indices, so each call has one result. A
// segment of fewer than k items writes only those, and the places behind them stay as they are.
// Segments are as in SegmentedSort, but the items before the first offset and from the last one on
// are part of none. Both destinations hold k items for each segment; with a number of segments on
// the GPU, for the most.
//
// If a segment is too long for Options.LongestSegment, its places stay as they are, and
// gpu.Device.Check returns gpu.ErrCount. Offsets that do not ascend are not reported. Each place
// then gets some key with its index, which is less than n, or stays as it is. No key at n or behind
// it is read.
//
// Where lanes exchange keys, a team of lanes finds the first k of a segment in registers, and reads
// each key once: for keys of a word, k up to the lanes of a subgroup, which are 32 on NVIDIA, and
// segments that are not long (SegmentedSort). Otherwise the segments are sorted, and the first k of
// each are copied, in as many dispatches as SegmentedSort takes with records of 8 bytes. dstKeys
// holds keys of Options.Type, or records with Options.Key.
//
// A destination may not overlap another view. Errors, all before anything is enqueued: as for
// SegmentedSort; gpu.ErrCount for k outside 0 to gpu.MaxItems, and if all segments together have
// more than gpu.MaxItems places.
func (s *Sorter) SegmentedTopK(dstKeys, dstIndices, keys gpu.View, k int, offsets gpu.View, segments, n gpu.Count) error {
	return s.byAnyVariant(func() error { return s.segmentedTopKNow(dstKeys, dstIndices, keys, k, offsets, segments, n) })
}

// segmentedTopKNow is SegmentedTopK by the variant that the sorter has.
func (s *Sorter) segmentedTopKNow(dstKeys, dstIndices, keys gpu.View, k int, offsets gpu.View, segments, n gpu.Count) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer s.d.Internal().Leave()
	if err := checkK("SegmentedTopK", k); err != nil {
		return err
	}
	if k > 0 && segments.Max() > gpu.MaxItems/k {
		return fmt.Errorf("radix: SegmentedTopK: %d segments have %d places each, want at most %d in all: %w", segments.Max(), k, gpu.MaxItems, gpu.ErrCount)
	}
	if err := kernel.NeedCount(s.d, "radix: SegmentedTopK: segments", segments); err != nil {
		return err
	}
	dst, places := arrays{dstKeys, dstIndices}, k*segments.Max()
	if err := s.checkFirst("SegmentedTopK", dst, keys, n, places); err != nil {
		return err
	}
	if err := s.checkOffsets(dst, offsets, segments); err != nil {
		return err
	}
	if err := s.reserveCall(ForSegmentedTopK, n.Max(), false); err != nil {
		return err
	}
	if err := s.scratch.Apart(dstKeys, dstIndices, keys, offsets); err != nil {
		return err
	}
	if n.Max() == 0 || places == 0 {
		return s.reportCounts(n, segments)
	}
	t, err := s.cutSegments(job{use: ForSegmentedTopK, src: arrays{keys: keys}, n: n, stride: sourceStride}, offsets, segments)
	if err != nil {
		return err
	}
	t.dst.keys, t.moved.dst, t.onlySegments = t.sorted, t.source, true
	if team := s.topTeam(k, segments.Max(), n.Max()); team > 0 {
		s.firstByTeams(&t, dst, keys, k, places, team)
		s.d.MemoryBarrier()
		return nil
	}
	if err := s.sortSegments(&t); err != nil {
		return err
	}
	s.d.StorageBarrier()
	s.copyFirsts(&t, dst, keys, k, places, foundNothing)
	s.d.MemoryBarrier()
	return nil
}

// copyFirsts enqueues the copy of the first k items of each segment and of their indices, but for
// what is found.
func (s *Sorter) copyFirsts(t *segmentedSort, dst arrays, keys gpu.View, k, places, found int) {
	f := &s.segments.first
	for i, v := range [...]gpu.View{keys, t.source, dst.keys, dst.payload, t.offsets} {
		f.SetBuffer(i, v)
	}
	f.SetSegmentCount(t.segments)
	f.SetCount(t.n)
	bytes := s.options().itemBytes()
	f.Set(f.U.Wanted, uint32(k))
	f.Set(f.U.Found, uint32(found))
	f.Set(f.U.SortsLong, word(s.hasLong(t.n.Max()) || s.segments.wrong))
	f.Set(f.U.ItemWords, uint32(bytes/4))
	f.Dispatch(wordEach.GroupsFor((places*bytes + 3) / 4))
}

// segmentsFirstUniforms are those of segments_first.
type segmentsFirstUniforms struct {
	Wanted    kernel.Uniform `uniform:"k_wanted"`
	Found     kernel.Uniform `uniform:"found_short"`
	SortsLong kernel.Uniform `uniform:"sorts_long"`
	ItemWords kernel.Uniform `uniform:"item_words,optional"`
}

// wordEach is the shape of a kernel whose invocations write a word each.
var wordEach = flat.With(flat.GroupSize, 1)

// segmentsFirstSpec is the kernel that copies the first items of segments, of keys that share a
// word or not.
func segmentsFirstSpec(window kernel.Shape, perWord int) kernel.Spec {
	return kernel.Spec{
		File: "radix/segments_first.comp.glsl", Shape: wordEach,
		Constants: shaders.Constants{"KEYS_PER_WORD": uint32(perWord), "WINDOW": uint32(windowItems(window)), "WINDOW_TILE": uint32(window.TileSize())},
		Buffers:   []string{"Keys", "Source", "DstKeys", "DstIndices", "Heads", "SegmentCount", "Count", "Fault"},
	}
}

// prepareFirsts compiles and self-tests the kernel, unless it is. Nothing else copies the items, so
// a failure is the error of the call.
func (s *Sorter) prepareFirsts() error {
	f := &s.segments.first
	if f.Kernel != nil {
		return nil
	}
	spec := segmentsFirstSpec(s.layout.window, keyTypes[s.o.Type].perWord)
	err := kernel.RunSelfTest(s.d, "radix, first k of segments", wordEach, kernel.SelfTest{Specs: []kernel.Spec{spec}, Test: func() error {
		if err := loadForTest(s.d, f, spec); err != nil {
			return err
		}
		return s.testFirsts()
	}})
	if err == nil {
		return load(s.d, f, spec)
	}
	f.Release()
	*f = kernel.Loaded[segmentsFirstUniforms]{}
	return err
}

// testFirsts is the self-test: short and long segments, some of them with fewer than k items, whole
// and by a count on the GPU, with a k for teams and for none.
func (s *Sorter) testFirsts() error {
	return s.aside(func(r *rand.Rand) error {
		if err := s.SetBits(0, 0); err != nil {
			return err
		}
		s.o.LongestSegment = 0
		offsets := []uint64{2}
		long := uint64(s.layout.window.TileSize() + 1)
		for _, items := range []uint64{1, 0, 36, 2, 300, 3, long, 0, 9} {
			offsets = append(offsets, offsets[len(offsets)-1]+items)
		}
		n := int(offsets[len(offsets)-1])
		for _, one := range []struct {
			trial
			k int
		}{{trial{n: n + 5, most: n + 5}, 3}, {trial{n: n - 4, most: n + 5, descending: true}, 40}} {
			s.o.Descending = one.descending
			if err := s.tryFirsts(r, one.trial, offsets, one.k); err != nil {
				return err
			}
		}
		return nil
	})
}

// tryFirsts compares the first k of segments. Places that are not written keep their bytes.
func (s *Sorter) tryFirsts(r *rand.Rand, t trial, offsets []uint64, k int) error {
	keys, bytes := s.keysFor(r, t), s.o.Type.Bytes()
	places := k * (len(offsets) - 1)
	wantKeys, wantIndices := make([]uint64, places), make([]uint64, places)
	for place := range places {
		wantKeys[place], wantIndices[place] = 0xEEEEEEEEEEEEEEEE>>(64-8*bytes), uint64(poison)
	}
	for i := range len(offsets) - 1 {
		begin, end := min(offsets[i], uint64(t.n)), min(offsets[i+1], uint64(t.n))
		for rank, at := range s.orderOf(keys[begin:end]) {
			if rank < k {
				wantKeys[i*k+rank], wantIndices[i*k+rank] = keys[begin+uint64(at)], begin+uint64(at)
			}
		}
	}
	var b [5]*gpu.Buffer[byte]
	var v [len(b)]gpu.View
	for i, data := range [...][]byte{
		encode(keys, bytes), encode(offsets, 4), filled(places*bytes, byte(0xEE)), filled(4*places, byte(0xEE)), encode([]uint64{uint64(t.n)}, 4),
	} {
		var err error
		b[i], err = gpu.NewBufferFrom(s.d, data)
		defer b[i].Release()
		if err != nil {
			return err
		}
		v[i] = b[i].View()
	}
	n := gpu.N(t.n)
	if t.n < t.most {
		n = gpu.CountAt(v[4], t.most)
	}
	if err := s.SegmentedTopK(v[2], v[3], v[0], k, v[1], gpu.N(len(offsets)-1), n); err != nil {
		return err
	}
	return errors.Join(s.compare("first keys of segments", t, b[2], wantKeys, bytes), s.compare("first indices of segments", t, b[3], wantIndices, 4))
}
