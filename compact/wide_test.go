// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// A Buffer of 64-bit numbers holds no records of 4 bytes: a call would decide by halves of them and
// move halves. It holds records of 8 bytes.
func TestRecordsOf4BytesInWideBuffersAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	made := func(o Options) *Compactor {
		c, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Release)
		return c
	}
	wide, other, n, none := gputest.BufferOf[float64](t, dev, 4), gputest.BufferOf[int64](t, dev, 4), gpu.N(4), gpu.View{}
	words := func() gpu.View { return gputest.Fresh(t, dev, 8).View() }
	plain, clamped, flags := made(Options{}), made(Options{Clamp: true}), made(Options{By: Flags})
	results := made(Options{Predicate: "bool keep(uint i) { return true; } float finish(uint i) { return 1.0; }", Result: "float", ResultBytes: 4})
	indices, runs, split, eight := made(Options{Output: Indices}), made(Options{Output: Runs}), made(Options{Output: Split}), made(Options{Stride: 8})
	for what, err := range map[string]error{
		"Compact: src":                plain.Compact(words(), wide, n),
		"Compact: dst":                plain.Compact(other, words(), n),
		"Compact: dst ":               clamped.Compact(wide, words(), n),
		"Compact: dst  ":              results.Compact(wide, none, n),
		"CompactBy: src":              flags.CompactBy(words(), other, words(), n),
		"CompactArrays: array 0: Src": indices.CompactArrays(words(), n, Array{words(), wide, 4}),
		"CompactArrays: array 0: Dst": indices.CompactArrays(words(), n, Array{wide, words(), 4}),
		"Indices: by":                 indices.Indices(words(), other, n),
		"RunLengths: values":          runs.RunLengths(wide, none, none, words(), n),
		"Split: others":               split.Split(words(), other, words(), n),
		"Split: src":                  split.Split(words(), words(), wide, n),
	} {
		want := "compact: " + strings.TrimRight(what, " ") + " is a view of a Buffer of 64-bit numbers, want items of 4 bytes"
		if !errors.Is(err, gpu.ErrView) || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
	for what, err := range map[string]error{
		"records of 8 bytes": eight.Compact(other, wide, n), "an array of 8 bytes": indices.CompactArrays(words(), n, Array{other, wide, 8}),
	} {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// An error of an operand names the parameter of the method.
func TestErrorsNameTheParameter(t *testing.T) {
	dev := gputest.Device(t)
	made := func(o Options) *Compactor {
		c, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Release)
		return c
	}
	a, b, none, n := gputest.Fresh(t, dev, 9).View(), gputest.Fresh(t, dev, 9).View(), gpu.View{}, gpu.N(8)
	few := gputest.Fresh(t, dev, 7).View()
	pair := "struct P { uvec2 a; };\n"
	typed := made(Options{Stride: 8, Record: "P", Predicate: pair + "bool keep(P p) { return p.a.x > 0u; }"})
	list := made(Options{Output: Indices, Stride: 8, Record: "P", Predicate: pair + "bool keep(P p) { return p.a.x > 0u; }"})
	pairs, err := gpu.NewBuffer[uint32](dev, 32)
	if err != nil {
		t.Fatal(err)
	}
	defer pairs.Release()
	odd, err := pairs.Slice(1, 17) // no whole number of records from the beginning
	if err != nil {
		t.Fatal(err)
	}
	wide := gputest.Fresh(t, dev, 16).View()
	indices, runs, flags := made(Options{Output: Indices}), made(Options{Output: Runs}), made(Options{By: Flags})
	for want, err := range map[string]error{
		"Indices: by holds 7 items":            indices.Indices(a, few, n),
		"Indices: dst and by share":            indices.Indices(a, a, n),
		"Indices: by: ":                        list.Indices(a, odd, n),
		"Compact: src: ":                       typed.Compact(wide, odd, n),
		"CompactBy: dst and by share":          flags.CompactBy(a, b, a, n),
		"RunLengths: src holds 7 items":        runs.RunLengths(a, none, none, few, n),
		"RunLengths: starts and src share":     runs.RunLengths(none, b, none, b, n),
		"RunLengths: n: the count is":          runs.RunLengths(none, b, none, a, gpu.Count{}),
		"CompactArrays: array 0: Dst and by ":  indices.CompactArrays(b, n, Array{b, a, 4}),
		"CompactBy: n: the count is the zero ": flags.CompactBy(a, b, few, gpu.Count{}),
		"Indices: n: the count is -1":          indices.Indices(a, b, gpu.N(-1)),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), "compact: "+want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}

// A type that the Predicate does not declare is an error of the options. The compiler would report
// it in one of comb's files.
func TestUndeclaredTypesAreRefused(t *testing.T) {
	dev := gputest.Device(t)
	keep := "bool keep(uint v) { return v > 0u; }\n"
	for want, o := range map[string]Options{
		`compact: New: Record is "Particle", want a type`: {Predicate: keep, Record: "Particle", Stride: 16},
		`compact: New: Result is "Sprite", want a type`:   {Predicate: keep + "uint finish(uint v, uint i) { return v; }", Record: "uint", Result: "Sprite", ResultBytes: 4},
		`compact: New: Fetch is "Ends", want a type`:      {Keyed: true, Record: "uint", Fetch: "Ends", Predicate: "uint fetch(uint v) { return v; } bool keep(uint v, out uint key) { key = v; return true; }"},
	} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want an error that says %q", err, want)
		}
	}
}
