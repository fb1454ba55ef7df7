// SPDX-License-Identifier: MIT

package host

import (
	"errors"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
)

func second[A, B any](_ A, b B) B        { return b }
func third[A, B, C any](_ A, _ B, c C) C { return c }

// Types with bytes that no field has, and with a pointer.
type (
	gap struct {
		Narrow uint8
		Wide   uint32
	}
	linked struct {
		At [2]struct{ Next *uint32 }
	}
	tail struct {
		Wide   uint32
		Narrow [2]uint8
	}
)

// Errors are the same with and without OpenGL, and name the thing, the value and the limit.
func TestMistakesAreNamed(t *testing.T) {
	three, two := []uint32{3, 1, 2}, []uint32{1, 2}
	floats, nan := []float32{1}, float32(math.NaN())
	both(t, func(t *testing.T) {
		for _, c := range []struct {
			err  error
			kind error
			text string
		}{
			{Sort(three, 2), gpu.ErrArgument, "host: Sort: order is 2, want Ascending or Descending"},
			{SortBy(three, []string{"a"}, Ascending), gpu.ErrArgument, "host: SortBy: values has 1 item, want 3, as keys has"},
			{SortBy(three, three, Ascending), gpu.ErrOverlap, "host: SortBy: keys and values share memory, want none in common"},
			{SortBy(three[:2], three[1:], Descending), gpu.ErrOverlap, "host: SortBy: keys and values share memory"},
			{SortBy(bytesOf(three)[11:], recast[[4]byte](three[2:]), Ascending), gpu.ErrOverlap, "host: SortBy: keys and values share memory"},
			{second(Argsort(three, -1)), gpu.ErrArgument, "host: Argsort: order is -1"},
			{third(TopK(three, -1, Ascending)), gpu.ErrCount, "host: TopK: k is -1, want 0 or more"},
			{second(Compact(three, []bool{true})), gpu.ErrArgument, "host: Compact: keep has 1 item, want 3, as src has"},
			{second(CompactIf(three, Predicate[uint32]{})), gpu.ErrArgument, "host: CompactIf: keep.GLSL is empty"},
			{second(CompactIf(three, Predicate[uint32]{GLSL: "bool keep(uint x) { return true; }", Record: "uint x"})), gpu.ErrArgument, `host: CompactIf: keep.Record is "uint x", want the name`},
			{second(CompactIf(three, Predicate[uint32]{GLSL: "uniform float limit; bool keep(uint x) { return x > limit; }"})), gpu.ErrArgument, "host: CompactIf: got the uniform limit, which nothing can set: write its value into GLSL"},
			{second(CompactIf(three, Predicate[uint32]{GLSL: "layout(binding = 8) buffer Limits { uint limit; };"})), gpu.ErrArgument, "host: CompactIf: got the storage block Limits, which nothing can set"},
			{ExclusiveScan(two, three, gpu.Sum), gpu.ErrArgument, "host: ExclusiveScan: dst has 2 items, want 3, as src has"},
			{InclusiveScan(three, three, 3), gpu.ErrArgument, "host: InclusiveScan: op is op(3), want one of [sum min max]"},
			{InclusiveScan(three[1:], three[:2], gpu.Sum), gpu.ErrOverlap, "host: InclusiveScan: dst and src begin at different items"},
			{second(Reduce(three, -1)), gpu.ErrArgument, "host: Reduce: op is op(-1)"},
			{third(Histogram(three, 0, 0, 1)), gpu.ErrArgument, "host: Histogram: bins is 0, want from 1 to 1048576"},
			{third(Histogram(three, 2, 0, 3)), gpu.ErrArgument, "host: Histogram: upper - lower is 3, want a multiple of bins, which is 2"},
			{third(Histogram(three, 2, -2, 2)), gpu.ErrArgument, "host: Histogram: lower is -2 and upper 2, want whole numbers of u32 from 0 to 4294967296"},
			{third(Histogram(three, 2, 0, 4294967300)), gpu.ErrArgument, "host: Histogram: lower is 0 and upper 4294967300, want"},
			{third(Histogram(floats, 2, 1, math.Inf(1))), gpu.ErrArgument, "host: Histogram: lower is 1 and upper +Inf with 2 bins of f32"},
			{third(HistogramRange(three, two[:1])), gpu.ErrArgument, "host: HistogramRange: edges has 1 item, want from 2 to 1048577"},
			{third(HistogramRange(three, three)), gpu.ErrArgument, "host: HistogramRange: edges[1] is 1, want a number that is not below the edge before"},
			{third(HistogramRange(floats, []float32{1, nan})), gpu.ErrArgument, "host: HistogramRange: edges[1] is NaN"},
			{second(Compact([]string{"a"}, nil)), gpu.ErrArgument, "host: Compact: items of type string: string is a string, want numbers, and arrays and structs of them"},
			{second(Unique([]*uint32{})), gpu.ErrArgument, "host: Unique: items of type *uint32: *uint32 is a pointer"},
			{second(Unique([]uint16{1, 1})), gpu.ErrArgument, "host: Unique: items are of type uint16, which has 2 bytes, want a multiple of 4 from 4 to 1024"},
			{second(Unique([]uint8{1})), gpu.ErrArgument, "host: Unique: items are of type uint8, which has 1 byte, want"},
			{second(Unique([]linked{})), gpu.ErrArgument, "host: Unique: items of type host.linked: host.linked.At[i].Next is a pointer"},
			{second(Unique([]struct{}{{}})), gpu.ErrArgument, "host: Unique: items are of type struct {}, which has 0 bytes"},
			{second(Unique([]([257]uint32){})), gpu.ErrArgument, "host: Unique: items are of type [257]uint32, which has 1028 bytes"},
			{second(Compact([]gap{{}}, []bool{true})), gpu.ErrArgument, "host: Compact: items of type host.gap: host.gap has unused bytes before Wide"},
			{second(Compact([]tail{{}}, []bool{true})), gpu.ErrArgument, "host: Compact: items of type host.tail: host.tail has unused bytes at its end"},
			{second(CompactIf([]body{{}}, Predicate[body]{GLSL: "bool keep(Body b) { return true; }"})), gpu.ErrArgument, "host: CompactIf: keep.Record is empty, want the GLSL type of a host.body"},
			{checkLength("Sort", "keys", gpu.MaxItems+1), gpu.ErrCount, "host: Sort: keys has 2147483648 items, want at most 2147483647"},
		} {
			if !errors.Is(c.err, c.kind) || len(c.err.Error()) < len(c.text) || c.err.Error()[:len(c.text)] != c.text {
				t.Errorf("got %v, want %s…: %v", c.err, c.text, c.kind)
			}
		}
		equal(t, "three", three, []uint32{3, 1, 2})
	})
}

// A predicate that does not compile is the caller's mistake, and never runs in plain Go.
func TestBadPredicateIsNamed(t *testing.T) {
	needGL(t)
	use(t, onGL)
	_, err := CompactIf([]float32{1}, Predicate[float32]{
		GLSL: "bool keep(float x) {\n return y; }", Name: "mine", Go: func(float32) bool { return true },
	})
	if !errors.Is(err, gpu.ErrShader) || !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("got %v", err)
	}
}

// A record in GLSL of another size than the item's would move the wrong bytes.
func TestRecordOfAnotherSizeIsRefused(t *testing.T) {
	needGL(t)
	use(t, onGL)
	_, err := CompactIf([]body{{}}, Predicate[body]{
		GLSL:   "struct Body { vec3 at; uint team; float heat; };\nbool keep(Body b) { return true; }",
		Record: "Body", Go: func(body) bool { return true },
	})
	if !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("got %v", err)
	}
}

// Calls without items open no device.
func TestNothingOpensNothing(t *testing.T) {
	s := &server{want: "none"}
	use(t, s)
	var none []uint32
	for _, keys := range [][]uint32{nil, {}} {
		ok(t, Sort(keys, Ascending))
		ok(t, SortBy(keys, []string{}, Ascending))
		equal(t, "Argsort", must[[]uint32](t)(Argsort(keys, Ascending)), none)
		first, indices, err := TopK(keys, 3, Ascending)
		ok(t, err)
		equal(t, "TopK", append(first, indices...), none)
		equal(t, "Compact", must[[]uint32](t)(Compact(keys, nil)), none)
		equal(t, "Unique", must[[]uint32](t)(Unique(keys)), none)
		ok(t, ExclusiveScan(nil, keys, gpu.Sum))
		if least, err := Reduce(keys, gpu.Min); err != nil || least != math.MaxUint32 {
			t.Errorf("Reduce: %d, %v", least, err)
		}
		counts, outside, err := Histogram(keys, 2, 0, 2)
		ok(t, err)
		equal(t, "Histogram", append(counts, outside), []uint32{0, 0, 0})
	}
	if s.why != nil || s.jobs != nil {
		t.Errorf("a call without items opened a device: %v", s.why)
	}
}
