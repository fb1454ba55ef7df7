// SPDX-License-Identifier: MIT

package merge

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// makers make one of each operation and release it.
var makers = map[string]func(d *gpu.Device, o Options) error{
	"search": func(d *gpu.Device, o Options) error {
		s, err := NewSearcher(d, o)
		if err == nil {
			err = s.Reserve()
		}
		s.Release()
		return err
	},
	"sort": func(d *gpu.Device, o Options) error {
		s, err := NewSorter(d, o)
		if err == nil {
			err = s.Reserve(ForPairs, 0)
		}
		s.Release()
		return err
	},
	"merge": func(d *gpu.Device, o Options) error {
		m, err := NewMerger(d, o)
		if err == nil {
			err = m.Reserve()
		}
		m.Release()
		return err
	},
	"sets": func(d *gpu.Device, o Options) error {
		s, err := NewSets(d, o)
		s.Release()
		return err
	},
}

func TestReadsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	with := func(o Options, change func(o *Options)) Options {
		change(&o)
		return o
	}
	mapped, finished := withMap(Options{}), withFinish(Options{}, false)
	for _, c := range []struct {
		what, of string
		o        Options
		want     error
		text     string
	}{
		{"a record without a map", "sort", Options{Record: "uint", RecordBytes: 4}, gpu.ErrArgument, `Record is "uint"`},
		{"a record of no size without a map", "sort", Options{Record: "uint"}, gpu.ErrArgument, `Record is "uint"`},
		{"a size without a record", "sort", Options{RecordBytes: 4}, gpu.ErrArgument, "Record is \"\" of 4 bytes"},
		{"a record with a space", "sort", with(mapped, func(o *Options) { o.Record = "a b" }), gpu.ErrArgument, `Record is "a b"`},
		{"a record of 1,028 bytes", "sort", with(mapped, func(o *Options) { o.RecordBytes = 1028 }), gpu.ErrArgument, "of 1028 bytes"},
		{"another size at the limit", "sort", with(mapped, func(o *Options) { o.RecordBytes = 1024 }), gpu.ErrArgument, "RecordBytes is 1024, want 8"},
		{"a mistyped record", "sort", with(mapped, func(o *Options) { o.Record = "Sorce" }), gpu.ErrArgument, `merge: NewSorter: Record is "Sorce", want a type`},
		{"a mistyped item", "merge", with(hit, func(o *Options) { o.Item = "Hut" }), gpu.ErrArgument, `merge: NewMerger: Item is "Hut", want a type that is built in or`},
		{"a mistyped result", "sets", with(finished, func(o *Options) { o.Result = "Reslt" }), gpu.ErrArgument, `merge: NewSets: Result is "Reslt", want a type`},
		{"a map without a record", "sort", Options{Map: mapped.Map}, gpu.ErrArgument, "Map is given without a Record"},
		{"a record of 6 bytes", "merge", with(mapped, func(o *Options) { o.RecordBytes = 6 }), gpu.ErrArgument, "of 6 bytes"},
		{"another size of records", "merge", with(mapped, func(o *Options) { o.RecordBytes = 12 }), gpu.ErrArgument, "RecordBytes is 12, want 8"},
		{"another size of sorted records", "search", with(withSorted(Options{}), func(o *Options) { o.SortedBytes = 16 }), gpu.ErrArgument, "SortedBytes is 16, want 8"},
		{"sorted records of a merge", "merge", withSorted(Options{}), gpu.ErrArgument, "SortedRecord"},
		{"sorted records of a sort", "sort", withSorted(mapped), gpu.ErrArgument, "SortedRecord"},
		{"indices of a merge", "merge", in(Options{}, gpu.InputGathered, 0), gpu.ErrArgument, "Input is gathered"},
		{"numbers of sets", "sets", in(Options{}, gpu.InputCounting, 0), gpu.ErrArgument, "Input is counting"},
		{"no such input", "sets", in(Options{}, 9, 0), gpu.ErrArgument, "Input is input(9)"},
		{"a stride of indices", "sort", in(Options{}, gpu.InputGathered, 2), gpu.ErrArgument, "merge: NewSorter: Stride is 2"},
		{"counting float64", "search", in(Options{Type: gpu.Float64}, gpu.InputCounting, 0), gpu.ErrArgument, "counting"},
		{"counting hits", "search", in(hit, gpu.InputCounting, 0), gpu.ErrArgument, "Record"},
		{"a finish of a sort", "sort", finished, gpu.ErrArgument, "Finish"},
		{"a finish without a result", "sets", Options{Finish: finished.Finish}, gpu.ErrArgument, "without a Result"},
		{"a result without a finish", "sets", Options{Result: "uint", ResultBytes: 4}, gpu.ErrArgument, `Result is "uint"`},
		{"another size of results", "sets", with(finished, func(o *Options) { o.ResultBytes = 16 }), gpu.ErrArgument, "ResultBytes is 16, want 12"},
		{"another size of items", "sort", with(withMap(hit), func(o *Options) { o.Bytes = 12 }), gpu.ErrArgument, "Bytes is 12, want 16"},
		{"another type of a map", "sort", with(mapped, func(o *Options) {
			o.Map = "struct Source { uint a; uint b; };\nvec2 map(Source r, uint i) { return vec2(0.0); }"
		}), gpu.ErrShader, ""},
		{"a mapSorted without its record", "search", with(withSorted(Options{}), func(o *Options) { o.SortedRecord, o.SortedBytes, o.Record, o.RecordBytes = "", 0, "Row", 8 }), gpu.ErrArgument, "function mapSorted and SortedRecord is empty"},
		{"a map without its record", "search", with(withSorted(Options{}), func(o *Options) { o.Map += "\nuint map(uint r, uint i) { return r; }" }), gpu.ErrArgument, "function map and Record is empty"},
		{"no mapSorted", "search", with(withSorted(Options{}), func(o *Options) { o.Map = strings.ReplaceAll(o.Map, "mapSorted", "other") }), gpu.ErrShader, "mapSorted"},
	} {
		if err := makers[c.of](dev, c.o); !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.text) {
			t.Errorf("%s: %v, want %v with %q", c.what, err, c.want, c.text)
		}
	}
	gputest.DropMessages(t, dev)
	if _, err := ScratchBytes(dev.Caps(), finished, ForKeys, 9); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("ScratchBytes: %v", err)
	}
}

func TestReadsRefuseViews(t *testing.T) {
	dev := gputest.Device(t)
	search, err := NewSearcher(dev, in(Options{}, gpu.InputGathered, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer search.Release()
	sorter, err := NewSorter(dev, in(Options{}, gpu.InputGathered, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer sorter.Release()
	mapped, err := NewSorter(dev, withMap(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer mapped.Release()
	results, err := NewMerger(dev, withFinish(in(Options{}, gpu.InputStrided, 2), false))
	if err != nil {
		t.Fatal(err)
	}
	defer results.Release()
	b := gputest.WordsAt(t, dev, make([]uint32, 200), 0)
	before := b.Get()
	part := func(from, to int) gpu.View {
		v, err := b.View().Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	n, none := gpu.N(10), gpu.View{}
	for _, c := range []struct {
		what    string
		indices gpu.View
		call    func() error
		want    error
	}{
		{"no indices of a search", none, func() error { return search.LowerBound(part(0, 10), part(20, 30), part(40, 50), n, n) }, gpu.ErrView},
		{"few indices of a search", part(60, 69), func() error { return search.LowerBound(part(0, 10), part(20, 30), part(40, 50), n, n) }, gpu.ErrView},
		{"places in the indices", part(5, 15), func() error { return search.LowerBound(part(0, 10), part(20, 30), part(40, 50), n, n) }, gpu.ErrOverlap},
		{"no indices of a sort", none, func() error { return sorter.SortKeys(part(0, 10), part(20, 30), n) }, gpu.ErrView},
		{"keys in the indices", part(5, 15), func() error { return sorter.SortKeys(part(0, 10), part(20, 30), n) }, gpu.ErrOverlap},
		{"a payload in the indices", part(5, 15), func() error { return sorter.SortIndices(part(0, 10), part(20, 30), n) }, gpu.ErrOverlap},
		{"a sort in place by indices", part(60, 70), func() error { return sorter.SortKeys(part(20, 30), part(20, 30), n) }, gpu.ErrOverlap},
		{"a sort of larger records in place", none, func() error { return mapped.SortKeys(part(20, 40), part(20, 40), n) }, gpu.ErrOverlap},
		{"few records", none, func() error { return mapped.SortKeys(part(0, 10), part(20, 39), n) }, gpu.ErrView},
		{"few results", none, func() error { return results.Merge(part(0, 59), part(60, 79), part(80, 99), n, n) }, gpu.ErrView},
		{"few items at a stride", none, func() error { return results.Merge(part(0, 60), part(60, 79), part(80, 98), n, n) }, gpu.ErrView},
	} {
		search.SetIndices(c.indices)
		sorter.SetIndices(c.indices)
		if err := c.call(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
	}
	gputest.Equal(t, "after refusals", b.Get(), before)
	(*Searcher)(nil).SetIndices(none)
	(*Sorter)(nil).SetIndices(none)
}

// An ordinary run tests half of the options.
func TestReadsAreSelfTested(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	all := map[string][]Options{"search": searchReads(), "sort": sortReads(), "merge": arrayReads(), "sets": arrayReads()}
	for of, options := range all {
		for i, o := range options {
			if !gputest.ShareOfSelfTests(i) {
				continue
			}
			gputest.Run(t, dev, of+","+nameOfReads(o), func(t *testing.T) {
				o.Tuning = smallTile
				gputest.LeavesNothing(t, dev, of, func() {
					if err := makers[of](dev, o); err != nil {
						t.Error(err)
					}
				})
			})
		}
	}
	if err := makers["search"](dev, hit); err != nil { // of many queries too, by a caller's order
		t.Error(err)
	}
	for _, line := range dev.Report() {
		if strings.Contains(line, "not tested") || strings.Contains(line, ": not ") {
			t.Error(line)
		}
	}
	wrong := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Algorithm: gpu.ReduceThenScan})
	for of, options := range all {
		o := options[3]
		if o.Algorithm = gpu.ReduceThenScan; of == "sets" {
			o.Lanes = gpu.LanesShared
		}
		if err := makers[of](wrong, o); !errors.Is(err, gpu.ErrSelfTest) {
			t.Errorf("%s: a wrong kernel: %v", of, err)
		}
	}
}

func TestReadsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	const n = 3000
	search, err := NewSearcher(dev, in(withFinish(Options{}, true), gpu.InputGathered, 0))
	if err != nil {
		t.Fatal(err)
	}
	defer search.Release()
	m, err := NewMerger(dev, withMap(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	a, b := gputest.WordsAt(t, dev, make([]uint32, 2*n), 8).View(), gputest.WordsAt(t, dev, make([]uint32, 2*n), 8).View()
	dst, index := gputest.WordsAt(t, dev, make([]uint32, 3*n), 12).View(), gputest.Fresh(t, dev, n).View()
	for i, run := range []func() error{
		func() error {
			search.SetIndices(index)
			return search.UpperBound(dst, a, b, gpu.N(n), gpu.N(n))
		},
		func() error { return m.Merge(dst, a, b, gpu.N(n), gpu.N(n)) },
	} {
		call := func() {
			if err := run(); err != nil {
				t.Fatal(err)
			}
		}
		call()
		if allocs := testing.AllocsPerRun(10, call); allocs != 0 {
			t.Errorf("call %d: %v allocations", i, allocs)
		}
	}
}
