// SPDX-License-Identifier: MIT

package expand

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Options with results of 12 bytes: of owners, of records of 8 bytes, and of numbers.
var (
	finishedOwners = Options{Finish: "struct Child { uint run; uint rank; uint index; };\n" +
		"Child finish(uint run, uint rank, uint index) { return Child(run, rank ^ 5u, index); }", Result: "Child", ResultBytes: 12}
	finishedRecords = Options{Finish: "struct Child { uint x; uint y; uint index; };\n" +
		"Child finish(uvec2 r, uint run, uint rank, uint index) { return Child(r.x + rank, r.y ^ run, index); }",
		Record: "uvec2", Stride: 8, Result: "Child", ResultBytes: 12}
	finishedNumbers = ShuffleOptions{Finish: "struct Pair { uint v; uint index; uint sum; };\n" +
		"Pair finish(uint v, uint index) { return Pair(v, index, v * 3u + index); }", Result: "Pair", ResultBytes: 12}
)

// wantFinished is what finish makes of items from place first on.
func wantFinished(o Options, lengths, values []uint32, first uint32) (words []uint32) {
	owners, ranks := expanded(lengths)
	for i, s := range owners {
		index := uint32(i) + first
		if o.Record == "" {
			words = append(words, s, ranks[i]^5, index)
		} else {
			words = append(words, values[2*s]+ranks[i], values[2*s+1]^s, index)
		}
	}
	return words
}

func TestExpandResultsEveryLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for i, o := range []Options{finishedOwners, finishedRecords} {
		gputest.Run(t, dev, "record="+o.Record, func(t *testing.T) {
			for k, tune := range gputest.Paths(dev) {
				if tune.Algorithm == gpu.SinglePass || !gputest.Share(i+k, 2) {
					continue // the expansion has one form
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o.Tuning = small(tune)
					e := makeExpander(t, dev, o)
					tile := e.shape.TileSize()
					for _, n := range []int{0, 1, tile + 1, 5*tile + 7} {
						gputest.Run(t, dev, fmt.Sprintf("n=%d", n), func(t *testing.T) {
							tryFinished(t, dev, e, random(n, int64(n)), 0)
							tryFinished(t, dev, e, random(n, int64(n)), 37)
						})
					}
				})
			}
		})
	}
}

// tryFinished expands lengths, and checks all buffers.
func tryFinished(t *testing.T, dev *gpu.Device, e *Expander, lengths []uint32, first uint32) {
	t.Helper()
	offsets := offsetsOf(lengths)
	for i := range offsets {
		offsets[i] += first
	}
	n := int(offsets[len(lengths)])
	values := make([]uint32, 2*len(lengths))
	for i := range values {
		values[i] = rand.Uint32()
	}
	from, by, records := gputest.WordsAt(t, dev, offsets, 3), gputest.WordsAt(t, dev, lengths, 1), gputest.WordsAt(t, dev, values, 6)
	dst, ranks := gputest.WordsAt(t, dev, make([]uint32, 3*n), 9), gputest.Fresh(t, dev, n)
	want := append(make([]uint32, 3*first), wantFinished(e.o, lengths, values, first)...)
	run := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, what, dst.Get(), want)
		if got, err := e.Result().Read(); err != nil || got != n {
			t.Errorf("%s: Result is %d, %v, want %d", what, got, err, n)
		}
	}
	segments, items := gpu.N(len(lengths)), gpu.N(n)
	if e.o.Record == "" {
		wantRanks := ranks.Get()
		_, made := expanded(lengths)
		copy(wantRanks[first:], made)
		run("owners", e.Owners(dst.View(), ranks.View(), from.View(), segments, items))
		gputest.Equal(t, "ranks", ranks.Get(), wantRanks)
	} else {
		run("decode", e.Decode(dst.View(), records.View(), from.View(), segments, items))
	}
	if first == 0 {
		dst.Fill(7)
		if e.o.Record == "" {
			run("owners of lengths", e.OwnersOfLengths(dst.View(), gpu.View{}, by.View(), segments, items))
		} else {
			run("records of lengths", e.DecodeLengths(dst.View(), records.View(), by.View(), segments, items))
		}
	}
	gputest.Equal(t, "values", records.Get(), values)
	for _, g := range []*gputest.Guarded{from, by, records, dst, ranks} {
		g.Free()
	}
}

func TestShuffleResults(t *testing.T) {
	dev := gputest.Device(t)
	s, err := NewShuffler(dev, finishedNumbers)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	tile := s.k.Shape().TileSize()
	for _, n := range []int{0, 1, 257, tile + 1, 5*tile + 7} {
		gputest.Run(t, dev, fmt.Sprintf("n=%d", n), func(t *testing.T) {
			var want []uint32
			for i, v := range permuted(n, n, 11) {
				want = append(want, v, uint32(i), 3*v+uint32(i))
			}
			k := n - n/3
			all, some := gputest.WordsAt(t, dev, make([]uint32, 3*n), 12), gputest.WordsAt(t, dev, make([]uint32, 3*k), 3)
			defer all.Free()
			defer some.Free()
			if err := s.Permutation(all.View(), gpu.N(n), 11); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "permutation", all.Get(), want)
			if err := s.Sample(some.View(), gpu.N(k), gpu.N(n), 11); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "sample", some.Get(), want[:3*k])
		})
	}
}

func TestResultsRefuse(t *testing.T) {
	dev := gputest.Device(t)
	with := func(o Options, change func(o *Options)) Options {
		change(&o)
		return o
	}
	for _, c := range []struct {
		what string
		o    Options
		want error
		text string
	}{
		{"a result without a finish", Options{Result: "uint", ResultBytes: 4}, gpu.ErrArgument, `Result is "uint"`},
		{"a name of a result alone", Options{Result: "uint"}, gpu.ErrArgument, `Result is "uint"`},
		{"a size of a result alone", Options{ResultBytes: 4}, gpu.ErrArgument, "of 4 bytes"},
		{"a record without a finish", Options{Record: "uint"}, gpu.ErrArgument, `Record "uint"`},
		{"a finish without a result", with(finishedOwners, func(o *Options) { o.Result = "" }), gpu.ErrArgument, "Result"},
		{"a mistyped result", with(finishedOwners, func(o *Options) { o.Result = "uit" }), gpu.ErrArgument, `expand: New: Result is "uit", want a type that is built in or`},
		{"a mistyped record", with(finishedRecords, func(o *Options) { o.Record = "Recrd" }), gpu.ErrArgument, `expand: New: Record is "Recrd", want a type`},
		{"a record with a space", with(finishedRecords, func(o *Options) { o.Record = "a b" }), gpu.ErrArgument, "Record"},
		{"another size of results", with(finishedOwners, func(o *Options) { o.ResultBytes = 16 }), gpu.ErrArgument, "ResultBytes is 16, want 12"},
		{"another size of records", with(finishedRecords, func(o *Options) { o.Stride = 12 }), gpu.ErrArgument, "Stride is 12, want 8"},
		{"a name of the text", with(finishedOwners, func(o *Options) { o.Finish, o.Name, o.Result, o.ResultBytes = "none", "mine", "uint", 4 }), gpu.ErrShader, "mine"},
		{"no name of the text", with(finishedOwners, func(o *Options) { o.Finish, o.Result, o.ResultBytes = "none", "uint", 4 }), gpu.ErrShader, "finish:"},
		{"other arguments", with(finishedOwners, func(o *Options) { o.Record = "uint" }), gpu.ErrShader, "finish"},
	} {
		e, err := New(dev, c.o)
		if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.text) {
			t.Errorf("%s: %v, want %v with %q", c.what, err, c.want, c.text)
		}
		e.Release()
	}
	if _, err := NewShuffler(dev, ShuffleOptions{Finish: finishedNumbers.Finish, Result: "Piar", ResultBytes: 8}); !strings.Contains(fmt.Sprint(err), `expand: NewShuffler: Result is "Piar"`) {
		t.Errorf(": a mistyped result: %v", err)
	}
	if _, err := NewShuffler(dev, ShuffleOptions{Finish: finishedNumbers.Finish, Result: "Pair", ResultBytes: 6}); !strings.Contains(fmt.Sprint(err), "expand: NewShuffler: Result") {
		t.Errorf(": a bad size: %v", err)
	}
	for what, o := range map[string]ShuffleOptions{
		"a result without a finish": {Result: "uint", ResultBytes: 4},
		"a finish without a result": {Finish: finishedNumbers.Finish},
		"another size of results":   {Finish: finishedNumbers.Finish, Result: "Pair", ResultBytes: 16},
	} {
		if _, err := NewShuffler(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf(": %s: %v", what, err)
		}
	}
	gputest.DropMessages(t, dev)
	owners, records := makeExpander(t, dev, finishedOwners), makeExpander(t, dev, finishedRecords)
	s, err := NewShuffler(dev, finishedNumbers)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	b := gputest.WordsAt(t, dev, make([]uint32, 100), 0)
	dst, from, values, n := part(t, b, 0, 30), part(t, b, 40, 46), part(t, b, 50, 60), gpu.N(10)
	before := b.Get()
	for _, c := range []struct {
		what string
		err  error
		want error
		text string
	}{
		{"decode without a record", owners.Decode(dst, values, from, gpu.N(5), n), gpu.ErrArgument, ": Record of the Options"},
		{"owners with a record", records.OwnersOfLengths(dst, gpu.View{}, from, gpu.N(5), n), gpu.ErrArgument, ": Record of the Options"},
		{"a dst too small", owners.Owners(part(t, b, 0, 29), gpu.View{}, from, gpu.N(5), n), gpu.ErrView, ": dst"},
		{"dst in the values", records.Decode(part(t, b, 30, 60), values, from, gpu.N(5), n), gpu.ErrOverlap, "dst and"},
		{"a sample too large", s.Sample(dst, gpu.N(11), gpu.N(20), 1), gpu.ErrView, ": dst"},
		{"records with a finish", s.Shuffle(dst, values, 4, n, 1), gpu.ErrArgument, "Finish"},
	} {
		if !errors.Is(c.err, c.want) || !strings.Contains(fmt.Sprint(c.err), c.text) {
			t.Errorf("%s: %v, want %v with %q", c.what, c.err, c.want, c.text)
		}
	}
	if err := errors.Join(owners.Reserve(9), records.Reserve(9), s.Reserve()); err != nil {
		t.Error(err)
	}
	gputest.Equal(t, "after refusals", b.Get(), before)
	if len(owners.Programs()) != 1 || len(records.Programs()) != 1 || len(s.Programs()) != 1 || (*Expander)(nil).Programs() != nil || (*Shuffler)(nil).Programs() != nil {
		t.Error("a program of each is missing, or nil has one")
	}
}

func TestResultsAreSelfTested(t *testing.T) {
	dev := gputest.DeviceWith(t, gpu.Options{CacheDir: t.TempDir()})
	makers := map[string]func(d *gpu.Device) error{
		"owners":  func(d *gpu.Device) error { return all(d, finishedOwners) },
		"records": func(d *gpu.Device) error { return all(d, finishedRecords) },
		"numbers": func(d *gpu.Device) error {
			s, err := NewShuffler(d, finishedNumbers)
			s.Release()
			return err
		},
	}
	for what, made := range makers {
		gputest.LeavesNothing(t, dev, what, func() {
			if err := made(dev); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	for _, line := range dev.Report() {
		if strings.Contains(line, "not tested") || strings.Contains(line, ": not ") {
			t.Error(line)
		}
	}
	wrong := gputest.WrongDevice(t, gpu.Options{CacheDir: t.TempDir()}, gpu.Tier{Algorithm: gpu.ReduceThenScan})
	for what, made := range makers {
		if err := made(wrong); !errors.Is(err, gpu.ErrSelfTest) {
			t.Errorf("%s: a wrong kernel: %v", what, err)
		}
	}
}

func TestResultsAllocateNothing(t *testing.T) {
	dev := gputest.Device(t)
	e := makeExpander(t, dev, finishedRecords)
	lengths := random(3000, 4)
	from, values := gputest.Words(t, dev, offsetsOf(lengths)).View(), gputest.WordsAt(t, dev, make([]uint32, 2*len(lengths)), 8).View()
	dst := gputest.WordsAt(t, dev, make([]uint32, 9000), 12).View()
	call := func() {
		if err := e.Decode(dst, values, from, gpu.N(len(lengths)), gpu.N(3000)); err != nil {
			t.Fatal(err)
		}
	}
	call()
	if allocs := testing.AllocsPerRun(10, call); allocs != 0 {
		t.Errorf("%v allocations a call", allocs)
	}
}
