// SPDX-License-Identifier: MIT

package soak

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/radix"
)

// sortMode is the method of a sort.
type sortMode int

const (
	sortKeys    sortMode = iota
	sortIndexed          // keys alone, by some bits; the other bits hold the index
	sortPairs
	sortIndices
	sortPayload
	sortRecords
	sortSegments // keys alone
	sortSegmentRecords
	sortFirst // TopK
	sortPartial
)

var sortNames = [...]string{"keys", "keys with indices", "pairs", "argsort", "payload", "records", "segments", "segments of records", "top k", "partial"}

func sorts() []*kind {
	var all []*kind
	add := func(mode sortMode, o radix.Options, stride int) {
		name := fmt.Sprintf("%s by %v", sortNames[mode], o.Type)
		if stride > 0 {
			name += fmt.Sprintf(", stride %d", 4*stride)
		}
		if o.SkipSorted {
			name += ", skip sorted"
		}
		if o.SearchAbove != 0 {
			name += fmt.Sprintf(", search above %d", o.SearchAbove)
		}
		all = append(all, &kind{
			op: "radix", name: name, singlePass: true,
			// The value depends on the type alone, because all modes that share a Sorter must have
			// the same.
			workers: map[gpu.Type]int{gpu.Int32: 5, gpu.Uint64: 5, gpu.Uint8: 3, gpu.Float32: 61}[o.Type],
			spins:   map[gpu.Type]int{gpu.Int32: -1, gpu.Uint16: 2}[o.Type],
			silent:  map[gpu.Type]int{gpu.Float32: 3, gpu.Uint16: 2}[o.Type],
			atOnce:  map[gpu.Type]int{gpu.Uint32: 40, gpu.Uint64: 5, gpu.Int32: 100, gpu.Uint16: 12, gpu.Float32: 1}[o.Type],
			own:     o.Type == gpu.Int32 || o.Type == gpu.Int64 || o.Type == gpu.Float64,
			shares:  fmt.Sprintf("radix %v %v %d", o.Type, o.SkipSorted, o.SearchAbove), // one Sorter does all of these
			make: func(e *engine, tune gpu.Tuning) (released, error) {
				o := o
				o.Tuning = tune
				return radix.New(e.d, o)
			},
			run: func(t *trial, made released) error { return runSort(t, made.(*radix.Sorter), mode, o, stride) },
		})
	}
	for _, typ := range []gpu.Type{gpu.Uint8, gpu.Uint16, gpu.Uint32, gpu.Uint64, gpu.Int32, gpu.Float32} {
		add(sortKeys, radix.Options{Type: typ}, 0)
		add(sortPairs, radix.Options{Type: typ}, 0)
		add(sortIndices, radix.Options{Type: typ}, 0)
		add(sortPayload, radix.Options{Type: typ}, 0)
	}
	skip := radix.Options{SkipSorted: true}
	add(sortKeys, skip, 0)
	add(sortPairs, skip, 0)
	add(sortIndices, skip, 0)
	add(sortPayload, skip, 0)
	add(sortRecords, skip, 4)
	skip.Type = gpu.Uint64
	add(sortKeys, skip, 0)
	add(sortPairs, skip, 0)
	add(sortIndexed, skip, 0)
	add(sortIndexed, radix.Options{Type: gpu.Uint64}, 0)
	add(sortPairs, radix.Options{Type: gpu.Int64}, 0)
	add(sortKeys, radix.Options{Type: gpu.Float64}, 0)
	add(sortRecords, radix.Options{}, 1)
	add(sortRecords, radix.Options{Type: gpu.Uint16}, 7)
	add(sortRecords, radix.Options{Type: gpu.Float32}, 16)
	add(sortSegments, radix.Options{}, 0)
	add(sortSegments, radix.Options{Type: gpu.Uint64}, 0)
	add(sortSegmentRecords, radix.Options{}, 1)
	add(sortSegmentRecords, radix.Options{Type: gpu.Int32}, 3)
	add(sortSegmentRecords, radix.Options{Type: gpu.Uint8}, 2)
	early := radix.Options{SearchAbove: 1000}
	add(sortFirst, early, 0)
	add(sortPartial, early, 0)
	early.Type = gpu.Uint64
	add(sortFirst, early, 0)
	add(sortPartial, early, 0)
	early.Type = gpu.Uint16
	add(sortFirst, early, 0)
	add(sortPartial, early, 0)
	add(sortFirst, radix.Options{Type: gpu.Float32}, 0)
	return all
}

// sorting is the state of one sort.
type sorting struct {
	*trial
	s       *radix.Sorter
	mode    sortMode
	o       radix.Options
	stride  int // words of a record
	perWord int // keys
	k       int // of the first k
	a       args
}

// words is the number of words for a number of keys.
func (s *sorting) words(keys int) int { return (keys*s.o.Type.Bytes() + 3) / 4 }

// keyRoom allows an operation to write so many keys. If they do not fill the last word, it may
// write only their bits of it.
func (s *sorting) keyRoom(p *part, keys int) {
	if bytes := s.o.Type.Bytes(); bytes >= 4 {
		s.result(p, keys, bytes/4)
		return
	}
	s.result(p, keys/s.perWord, 1)
	p.bits = keys * s.o.Type.Bytes() % 4 * 8
}

// scratch is the number of bytes of scratch for a sort of n keys.
func (s *sorting) scratch(n int) (int, error) {
	c := s.e.d.Caps()
	if s.mode >= sortFirst {
		return radix.TopKScratchBytes(c, s.o, s.k, n, s.mode == sortPartial)
	}
	use := [...]radix.Use{radix.ForKeys, radix.ForKeys, radix.ForPairs, radix.ForIndices, radix.ForValues, radix.ForRecords, radix.ForSegmented, radix.ForSegmented}[s.mode]
	return radix.ScratchBytes(c, s.o, use, n)
}

// limit is the number of items that fit the areas.
func (s *sorting) limit() int {
	n := min(s.e.o.Most, 2*s.e.o.Most/max(1, s.stride))
	for n > 1 {
		s.k = n
		bytes, err := s.scratch(n)
		if err != nil || bytes/4+1000 <= s.e.area[areaScratch].Size()/4 {
			s.keep(err)
			break
		}
		n -= (n + 7) / 8
	}
	return n
}

func runSort(t *trial, sorter *radix.Sorter, mode sortMode, o radix.Options, stride int) error {
	s := &sorting{trial: t, s: sorter, mode: mode, o: o, stride: stride, perWord: max(1, 4/o.Type.Bytes())}
	s.o.Tuning = t.tune
	t.size(s.limit())
	if mode >= sortFirst {
		s.k = drawSize(t.r, max(1, t.most), 64, 4)
		t.note("k=%d", s.k)
	}
	if err := s.drawBits(); err != nil {
		return err
	}
	keys := t.spreadArgs(makeValues, t.most)
	keys["item_words"] = uint32(max(1, o.Type.Bytes()/4))
	if mode == sortIndexed {
		keys["spread_high"], s.a["carries"] = spreadIndex, carriesKey
	}
	if s.perWord > 1 {
		keys["kind"], keys["argument"] = makeNarrow, uint32(s.perWord)
	}
	in := t.put(areaIn, s.words(t.most), keys)
	s.a["in_from"] = in.at()
	bytes, err := s.scratch(t.most)
	t.useScratch(sorter.UseScratch, bytes, err)
	if mode >= sortFirst {
		return s.first(in)
	}
	return s.all(in, keys)
}

// drawBits draws the bit range and the direction. Changing them compiles nothing.
func (s *sorting) drawBits() error {
	all := 8 * s.o.Type.Bytes()
	if s.mode == sortIndexed {
		all = 32
	}
	first, bits := 0, all
	// For keys without payload a test needs all bits: with fewer, two different keys could compare
	// equal.
	if s.r.IntN(5) < 2 && (s.e.forced == nil || s.mode != sortKeys && s.mode != sortSegments) {
		first = s.r.IntN(all)
		bits = 1 + s.r.IntN(all-first)
	}
	descending := s.flip()
	s.note("bits %d+%d, descending %v", first, bits, descending)
	s.s.SetDescending(descending)
	if err := s.s.SetBits(first, bits); err != nil {
		return err
	}
	s.o.FirstBit, s.o.Bits = first, bits
	mask := (uint64(1)<<(first+bits) - 1) &^ (uint64(1)<<first - 1) // 1<<64 is 0 in Go, and its predecessor all ones
	s.a = args{"type": uint32(s.o.Type), "count": uint32(s.n), "per_word": uint32(s.perWord), "mask_low": uint32(mask), "mask_high": uint32(mask >> 32)}
	if descending {
		s.a["descending"] = 1
	}
	return nil
}

// all sorts everything.
func (s *sorting) all(in *part, keys args) error {
	t, src, dst := s.trial, in, (*part)(nil)
	keyless := s.mode == sortIndices || s.mode == sortPayload
	place := s.mode <= sortRecords && !keyless && s.flip()
	if !keyless {
		s.a["has_keys"] = 1
		if place {
			t.note("in place")
			dst = t.put(areaOut, s.words(t.most), keys)
			src = dst
		} else {
			dst = t.junk(areaOut, s.words(t.most))
		}
		s.keyRoom(dst, t.n)
	}
	s.a["out_from"] = dst.at()
	var from, to, offsets *part
	var segments gpu.Count
	switch s.mode {
	case sortPairs, sortPayload:
		s.a["carries"] = carriesIndex
		from = t.put(areaPayload, t.most, args{"kind": makeIndex})
		if place {
			to = t.put(areaOut2, t.most, args{"kind": makeIndex})
		} else {
			to = t.junk(areaOut2, t.most)
		}
		t.result(to, t.n, 1)
	case sortIndices:
		s.a["carries"] = carriesIndex
		to = t.junk(areaOut2, t.most)
		t.result(to, t.n, 1)
	case sortRecords, sortSegmentRecords:
		s.a["carries"], s.a["stride_words"] = carriesRecord, uint32(s.stride)
		from = t.put(areaPayload, t.most*s.stride, args{"kind": makeRecords, "item_words": uint32(s.stride)})
		to = t.junk(areaOut2, t.most*s.stride)
		t.result(to, t.n, s.stride)
	}
	if s.mode == sortSegments || s.mode == sortSegmentRecords {
		var n int
		offsets, n, segments = t.cuts(0, t.e.o.Most)
		s.a["segmented"], s.a["segments"], s.a["cuts_from"] = 1, uint32(n), offsets.at()
	}
	s.a["payload_from"], s.a["dst_payload_from"] = from.at(), to.at()
	if err := t.do(func() error { return s.call(src, dst, from, to, offsets, segments, place) }); err != nil {
		return err
	}
	t.check("sort_check", t.n, s.a, t.area(areaIn), t.area(areaOut), t.area(areaCuts), t.area(areaPayload), t.area(areaOut2))
	if s.a["carries"] == carriesNothing {
		t.e.d.StorageBarrier()
		t.check("sums_check", 1, args{})
	}
	return nil
}

func (s *sorting) call(src, dst, from, to, offsets *part, segments gpu.Count, place bool) error {
	switch s.mode {
	case sortPairs:
		if place {
			return s.s.SortPairs(dst.view, to.view, dst.view, to.view, s.count)
		}
		return s.s.SortPairs(dst.view, to.view, src.view, from.view, s.count)
	case sortIndices:
		return s.s.SortIndices(to.view, src.view, s.count)
	case sortPayload:
		return s.s.SortValues(to.view, src.view, from.view, s.count)
	case sortRecords:
		return s.s.SortRecords(dst.view, to.view, src.view, from.view, 4*s.stride, s.count)
	case sortSegments:
		return s.s.SegmentedSort(dst.view, gpu.View{}, src.view, gpu.View{}, 0, offsets.view, segments, s.count)
	case sortSegmentRecords:
		return s.s.SegmentedSort(dst.view, to.view, src.view, from.view, 4*s.stride, offsets.view, segments, s.count)
	}
	return s.s.SortKeys(dst.view, src.view, s.count)
}

// first finds the first k.
func (s *sorting) first(in *part) error {
	t, partial := s.trial, s.mode == sortPartial
	k, room, written := min(s.k, t.n), min(s.k, t.most), min(s.k, t.n)
	if partial {
		room, written = t.most, t.n
		s.a["partial"] = 1
	}
	dst, to := t.junk(areaOut, s.words(room)), t.junk(areaOut2, room)
	s.keyRoom(dst, written)
	t.result(to, written, 1)
	s.a["out_from"], s.a["indices_from"], s.a["first"] = dst.at(), to.at(), uint32(k)
	t.zeroWork((t.n + 31) / 32)
	call := s.s.TopK
	if partial {
		call = s.s.PartialSort
	}
	if err := t.do(func() error { return call(dst.view, to.view, in.view, s.k, t.count) }); err != nil {
		return err
	}
	t.check("select_check", t.n, s.a, t.area(areaIn), t.area(areaOut), t.area(areaOut2), t.area(areaWork))
	t.e.d.StorageBarrier()
	t.check("sums_check", 1, args{"counted": 1, "number": uint32(k)})
	return nil
}
