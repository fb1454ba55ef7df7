// SPDX-License-Identifier: MIT

package radix

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// method is a method of Sorter with the views that it takes.
type method struct {
	name    string
	written int      // the first views are written, the others only read
	words   []int    // of each view for misuseItems items
	inPlace [][2]int // views that may be the same
	call    func(s *Sorter, v []gpu.View, n, segments gpu.Count) error
}

const (
	misuseItems    = 20
	misuseSegments = 4
	misuseK        = 3
)

var methods = []method{
	{"SortKeys", 1, []int{20, 20}, [][2]int{{0, 1}}, func(s *Sorter, v []gpu.View, n, _ gpu.Count) error { return s.SortKeys(v[0], v[1], n) }},
	{"SortPairs", 2, []int{20, 20, 20, 20}, nil, func(s *Sorter, v []gpu.View, n, _ gpu.Count) error { return s.SortPairs(v[0], v[1], v[2], v[3], n) }},
	{"SortValues", 1, []int{20, 20, 20}, nil, func(s *Sorter, v []gpu.View, n, _ gpu.Count) error { return s.SortValues(v[0], v[1], v[2], n) }},
	{"SortIndices", 1, []int{20, 20}, nil, func(s *Sorter, v []gpu.View, n, _ gpu.Count) error { return s.SortIndices(v[0], v[1], n) }},
	{"SortRecords", 2, []int{20, 40, 20, 40}, [][2]int{{0, 2}}, func(s *Sorter, v []gpu.View, n, _ gpu.Count) error {
		return s.SortRecords(v[0], v[1], v[2], v[3], 8, n)
	}},
	{"TopK", 2, []int{3, 3, 20}, nil, func(s *Sorter, v []gpu.View, n, _ gpu.Count) error { return s.TopK(v[0], v[1], v[2], misuseK, n) }},
	{"PartialSort", 2, []int{20, 20, 20}, nil, func(s *Sorter, v []gpu.View, n, _ gpu.Count) error {
		return s.PartialSort(v[0], v[1], v[2], misuseK, n)
	}},
	{"SegmentedSort of keys", 1, []int{20, 20, 5}, nil, func(s *Sorter, v []gpu.View, n, segments gpu.Count) error {
		return s.SegmentedSort(v[0], gpu.View{}, v[1], gpu.View{}, 0, v[2], segments, n)
	}},
	{"SegmentedSort", 2, []int{20, 20, 20, 20, 5}, nil, func(s *Sorter, v []gpu.View, n, segments gpu.Count) error {
		return s.SegmentedSort(v[0], v[1], v[2], v[3], 4, v[4], segments, n)
	}},
	{"SegmentedTopK", 2, []int{12, 12, 20, 5}, nil, func(s *Sorter, v []gpu.View, n, segments gpu.Count) error {
		return s.SegmentedTopK(v[0], v[1], v[2], misuseK, v[3], segments, n)
	}},
}

// Each method refuses each pair of views that overlap, unless both are only read or it sorts in
// place, the word of a count in what it writes, scratch that overlaps a view, and views that are
// released, too short or the zero View. A call that is refused enqueues nothing. Views that begin
// at odd words are taken.
func TestMisuseOfViews(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	const apart, scratchWords = 64, 150_000
	memory := gputest.Fresh(t, dev, 8*apart+scratchWords)
	part := func(begin, words int) gpu.View {
		v, err := memory.View().Slice(4*begin, 4*(begin+words))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	released, err := gpu.NewBuffer[uint32](dev, 100)
	if err != nil {
		t.Fatal(err)
	}
	gone := released.View()
	released.Release()
	ascending := []uint32{0, 5, 10, 15, 20}
	n, segments := gpu.N(misuseItems), gpu.N(misuseSegments)

	for _, m := range methods {
		views := make([]gpu.View, len(m.words))
		for i, words := range m.words {
			views[i] = part(i*apart+2*i+1, words)
		}
		check := func(what string, v []gpu.View, n, segments gpu.Count, want error) {
			t.Helper()
			err := m.call(s, v, n, segments)
			if !errors.Is(err, want) || (err == nil) != (want == nil) {
				t.Errorf("%s, %s: %v, want %v", m.name, what, err, want)
			}
		}
		with := func(i int, v gpu.View) []gpu.View {
			changed := slices.Clone(views)
			changed[i] = v
			return changed
		}
		memory.Fill(7)
		if segmented := m.words[len(m.words)-1] == len(ascending); segmented {
			at := gputest.Words(t, dev, ascending)
			views[len(views)-1] = at.View()
			check("views at odd words", views, n, segments, nil)
			views[len(views)-1] = part(7*apart, len(ascending))
			at.Free()
		} else {
			check("views at odd words", views, n, segments, nil)
		}
		before := memory.Get()
		for i := range views {
			what := fmt.Sprintf("view %d", i)
			check(what+" is the zero View", with(i, gpu.View{}), n, segments, gpu.ErrView)
			check(what+" is released", with(i, gone), n, segments, gpu.ErrReleased)
			check(what+" is a word short", with(i, part(i*apart, m.words[i]-1)), n, segments, gpu.ErrView)
			for k := range i {
				both, inPlace := fmt.Sprintf("views %d and %d", k, i), slices.Contains(m.inPlace, [2]int{k, i})
				begin := (views[k].Offset() - memory.View().Offset()) / 4
				if k >= m.written {
					continue
				}
				check(both+" share a word", with(i, part(begin+m.words[k]-1, m.words[i])), n, segments, gpu.ErrOverlap)
				if !inPlace {
					check(both+" begin alike", with(i, part(begin, m.words[i])), n, segments, gpu.ErrOverlap)
				}
			}
		}
		for i := range m.written {
			word, err := views[i].Slice(4*(m.words[i]-1), 4*m.words[i])
			if err != nil {
				t.Fatal(err)
			}
			check(fmt.Sprintf("the count in view %d", i), views, gpu.CountAt(word, misuseItems), segments, gpu.ErrOverlap)
			if m.words[len(m.words)-1] == len(ascending) {
				check(fmt.Sprintf("the number of segments in view %d", i), views, n, gpu.CountAt(word, misuseSegments), gpu.ErrOverlap)
			}
		}
		for i := range views {
			s.UseScratch(part(8*apart, scratchWords))
			check(fmt.Sprintf("view %d in the scratch", i), with(i, part(8*apart+scratchWords-m.words[i], m.words[i])), n, segments, gpu.ErrOverlap)
			s.UseScratch(gpu.View{})
		}
		s.UseScratch(part(8*apart, 20))
		check("too little scratch", views, n, segments, gpu.ErrView)
		s.UseScratch(gone)
		check("released scratch", views, n, segments, gpu.ErrReleased)
		s.UseScratch(part(8*apart, scratchWords))
		check("the count in the scratch", views, gpu.CountAt(part(8*apart+9, 1), misuseItems), segments, gpu.ErrOverlap)
		s.UseScratch(gpu.View{})
		check("the zero Count", views, gpu.Count{}, segments, gpu.ErrCount)
		check("a negative count", views, gpu.N(-1), segments, gpu.ErrCount)
		if !slices.Equal(memory.Get(), before) {
			t.Errorf("%s: a call that was refused wrote", m.name)
		}
	}
}

// Arguments that are no views, and Sorters that cannot sort, are refused by name.
func TestMisuseOfArguments(t *testing.T) {
	dev := gputest.Device(t)
	s, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	dst, other, src := gputest.Fresh(t, dev, misuseItems).View(), gputest.Fresh(t, dev, misuseItems).View(), gputest.Fresh(t, dev, misuseItems).View()
	var none *Sorter
	var zero Sorter
	released, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	released.Release()
	_, keyed := New(dev, Options{Type: gpu.Uint128, Key: "uint key(uint r) { return r; }", Record: "uint", RecordBytes: 4})
	n := gpu.N(misuseItems)
	for _, tt := range []struct {
		call string
		err  error
		want error
	}{
		{"TopK: k is -1", s.TopK(dst, other, src, -1, n), gpu.ErrCount},
		{"PartialSort: k is -1", s.PartialSort(dst, other, src, -1, n), gpu.ErrCount},
		{"SegmentedTopK: k is -1", s.SegmentedTopK(dst, other, src, -1, src, gpu.N(1), n), gpu.ErrCount},
		{"SegmentedTopK: segments: the count is -1", s.SegmentedTopK(dst, other, src, 2, src, gpu.N(-1), n), gpu.ErrCount},
		{"radix: segments: the count is -1", s.SegmentedSort(dst, gpu.View{}, src, gpu.View{}, 0, other, gpu.N(-1), n), gpu.ErrCount},
		{"radix: segments: the count is 2147483647, want at most 2147483646", s.SegmentedSort(dst, gpu.View{}, src, gpu.View{}, 0, other, gpu.N(gpu.MaxItems), n), gpu.ErrCount},
		{"radix: dst keys and dst payload share bytes", s.SortPairs(dst, dst, src, other, n), gpu.ErrOverlap},
		{"Type is u128 with a Key, want a type of 32 or 64 bits", keyed, gpu.ErrArgument},
		{"stride is 6", s.SortRecords(dst, other, src, src, 6, n), gpu.ErrView},
		{"stride is 0", s.SegmentedSort(dst, other, src, src, 0, src, gpu.N(1), n), gpu.ErrView},
		{"Reserve: use is 99", s.Reserve(99, 1), gpu.ErrArgument},
		{"Reserve: n is -1", s.Reserve(ForKeys, -1), gpu.ErrCount},
		{"ReserveCall: use is -1", s.ReserveCall(-1, n), gpu.ErrArgument},
		{"ReserveCall: the count is the zero Count", s.ReserveCall(ForKeys, gpu.Count{}), gpu.ErrCount},
		{"ReserveTopK: k is -1", s.ReserveTopK(-1, n, false), gpu.ErrCount},
		{"ReserveTopK: the count is the zero Count", s.ReserveTopK(1, gpu.Count{}, true), gpu.ErrCount},
		{"the Sorter is nil", zero.ReserveTopK(1, n, false), gpu.ErrReleased},
		{"SetBits: FirstBit is 20 and Bits 13", s.SetBits(20, 13), gpu.ErrArgument},
		{"SetBits: FirstBit is -1", s.SetBits(-1, 4), gpu.ErrArgument},
		{"the Sorter is nil", none.SortKeys(dst, src, n), gpu.ErrReleased},
		{"the Sorter is nil", none.Reserve(ForKeys, 1), gpu.ErrReleased},
		{"the Sorter is nil", none.SortRecords(dst, other, src, src, 6, n), gpu.ErrReleased},
		{"the Sorter is nil", none.SegmentedSort(dst, other, src, src, 0, src, gpu.N(1), n), gpu.ErrReleased},
		{"the Sorter is nil", none.SetBits(0, 8), gpu.ErrReleased},
		{"the Sorter is nil", zero.SortPairs(dst, other, src, src, n), gpu.ErrReleased},
		{"the Sorter is nil", zero.ReserveCall(ForKeys, n), gpu.ErrReleased},
		{"the Sorter is nil", released.TopK(dst, other, src, 1, n), gpu.ErrReleased},
		{"the Sorter is nil", released.SegmentedSort(dst, gpu.View{}, src, gpu.View{}, 0, other, gpu.N(1), n), gpu.ErrReleased},
	} {
		if !errors.Is(tt.err, tt.want) || !strings.Contains(fmt.Sprint(tt.err), tt.call) {
			t.Errorf("%v, want %v with %q", tt.err, tt.want, tt.call)
		}
	}
	for _, s := range []*Sorter{none, &zero, released} {
		s.UseScratch(dst)
		s.SetDescending(true)
		s.Release()
		if s.Programs() != nil {
			t.Error("a Sorter that cannot sort has programs")
		}
	}
	if err := s.SortKeys(dst, src, n); err != nil {
		t.Errorf("SortKeys by the range before SetBits: %v", err)
	}
}
