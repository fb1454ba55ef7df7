// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
	"github.com/combgl/comb/internal/quirks"
)

// Options for New. The zero value sorts uint32 by the whole key, ascending. An option has no effect
// on methods that do not use it, such as SearchAbove on SortKeys.
type Options struct {
	// Type is the type of the keys: any but the vectors. Keys of 8 and 16 bits lie packed in words,
	// in sources and destinations: Uint8, Int8, Uint16, Int16 and Float16. Floats of all sizes are
	// ordered by their bits, as in IEEE 754's totalOrder: -NaN, -Inf, ..., -0, +0, ..., +Inf, +NaN.
	//
	// A gpu.Buffer of other numbers is refused as keys (gpu.ErrView): of floats or of integers of
	// 64 bits for another Type, and of signed integers for unsigned keys or floats. So is one of
	// floats as offsets, indices or the word of a count, and one of 64-bit numbers as words of
	// payload. To sort the bits of floats, make a gpu.Buffer of uint32 or of a struct of one float.
	// The items of other Buffers, and of Wrap, are not checked.
	//
	// Uint128 is four words a key, the lowest first: two uint64, the low one first. Such keys are
	// sorted by their low half and then by their high one, in one call, and move once at the end.
	// SegmentedSort, TopK and PartialSort refuse them, and no sort of them is in place.
	Type gpu.Type

	// Key makes the items of a sort records of the caller's type, and computes the key of each in
	// GLSL:
	//
	//	struct Body { vec3 at; float mass; };
	//	float key(Body b) { return b.mass; }
	//
	// All views of keys, sources and destinations, then hold items of the type Record. Each key is
	// computed once a call, by a dispatch of its own, and stays in the scratch. The sort is stable,
	// and no sort is in place. key returns uint for Type Uint32, int for Int32, float for Float32,
	// double for Float64, and for Uint64 and Int64 uvec2, the low word first. For keys of 32
	// bits New refuses another number, which GLSL would convert. Other types have no Key. The order
	// is that of Type; a driver may take a subnormal result for 0 and change the bits of NaN. key
	// must write nothing.
	//
	// The caller binds its own uniform blocks, and its own shader-storage blocks at bindings from
	// gpu.UserBinding on. Plain uniforms must be set in the program of Programs. Compiler errors
	// name Name and the line. Views of records must begin where gpu.Operator says that items do, or
	// the call returns gpu.ErrView.
	Key         string
	Record      string // GLSL type of an item, such as "Body", which Key declares first or is built in
	RecordBytes int    // its std430 array stride: a multiple of 4, at most 1,024
	Name        string // what compiler errors call Key; "" means "key"

	FirstBit   int // the lowest bit to sort by, of the key mapped to an unsigned one
	Bits       int // the number of bits to sort by; 0 means all from FirstBit up
	Descending bool

	// SkipSorted makes each sort read the keys first and plan its passes on the GPU: no pass for a
	// digit that all keys share, and none at all for sorted keys. It is for keys that hardly move
	// from frame to frame, or that have few values. Its passes use reduce-then-scan, whatever
	// Tuning.Algorithm is. On an H200 2^20 pairs in order take 46 us with it and 54 without, random
	// ones 111 and 62; by reduce-then-scan without it they take 86.
	SkipSorted bool

	// SearchAbove is the most keys that TopK and PartialSort sort as a whole instead of searching
	// for the k-th. 0 means 2^20, where an H200 takes as long either way. For a search by a sample
	// it means 2^10, or 2^14 where one dispatch sorts so many. If it is negative, any k up to n/2
	// is searched for.
	SearchAbove int

	// LongestSegment promises SegmentedSort and SegmentedTopK that no segment has more items; 0
	// promises nothing. A promise of up to 769, or 385 for keys of two words, saves the dispatch
	// for long segments; a larger one has no effect. If a segment is long all the same
	// (SegmentedSort), it is not sorted, and gpu.Device.Check returns gpu.ErrCount.
	LongestSegment int

	// ValueBits promises SortValues that no value has more bits, such as 24 of indices below 2^24.
	// 0 promises nothing. The sort of 2^16 values or more is then packed as SortIndices is, where
	// so many bits fit beside those of the keys. If a value has more bits all the same, the result
	// may be wrong, and gpu.Device.Check returns gpu.ErrArgument.
	ValueBits int

	// Ranks selects how the keys of a digit are ranked in a subgroup.
	Ranks Ranks

	// With the `gpu.SinglePass` algorithm each pass is a single-pass digit pass. It reads the keys
	// once, after one global histogram for all passes.
	gpu.Tuning
}

// Ranks selects how a subgroup ranks its keys of one digit. All values give the same result.
type Ranks int

// The values of Ranks.
const (
	RanksAuto Ranks = iota // RanksInOrder on NVIDIA, where its test passes; else RanksByMatch
	// RanksByMatch is the warp-level multi-split: one ballot of the subgroup for each bit of the
	// digit.
	RanksByMatch
	// RanksInOrder ranks by shared atomics that the lanes of a subgroup perform in their order.
	// GLSL does not promise that order. comb tests it on the GPU before the first sorter of a
	// device, and New refuses RanksInOrder if the test fails. 2^24 keys take 361 us on an H200 with
	// it, and 532 with RanksByMatch.
	RanksInOrder
)

// inOrder reports whether ranks are taken by ordered atomics. It calls probe,
// kernel.LanesInOrder, if the answer matters. Errors: those of probe; gpu.ErrUnsupported if
// RanksInOrder does not work here.
func (o Options) inOrder(c gpu.Caps, s kernel.Shape, probe func() (bool, error)) (seen bool, err error) {
	khr := s.Lanes == gpu.LanesKHR
	switch o.Ranks {
	case RanksAuto:
		if !khr || !quirks.LanesAddInOrder(c.Vendor) {
			return false, nil
		}
		return probe()
	case RanksByMatch:
		return false, nil
	case RanksInOrder:
		if khr {
			seen, err = probe()
		}
		if err == nil && !seen {
			err = fmt.Errorf("radix: New: Ranks is RanksInOrder, but %v lanes on %s do not add in order, want RanksAuto or RanksByMatch: %w", s.Lanes, c.Renderer, gpu.ErrUnsupported)
		}
		return seen, err
	}
	return false, fmt.Errorf("radix: New: Ranks is %d, want one of the constants: %w", o.Ranks, gpu.ErrArgument)
}

// searches reports whether the first k of at most n keys are found by a search.
func (o Options) searches(k, n int) bool { return n > o.searchAbove() && k <= n/2 }

// searchAbove is the most keys that are sorted as a whole instead.
func (o Options) searchAbove() int {
	if o.SearchAbove == 0 {
		return 1 << 20
	}
	return o.SearchAbove
}

const (
	digitBits = 8
	digits    = 1 << digitBits
	maxPasses = 64 / digitBits
)

// keyType is the treatment of a type of keys.
type keyType struct {
	order   string // maps a key to an unsigned one of the same order
	words   int    // of a key in the kernels
	perWord int    // keys that lie packed in a word; 1 for all but the narrow

	// Narrow keys are unpacked to unsigned words of the same order: positive is turned over in keys
	// whose sign bit is 0, and negative in the others. Then order has nothing to do.
	positive, negative uint32
}

var keyTypes = map[gpu.Type]keyType{
	gpu.Uint32:  {order: "lib/key.glsl#uint", words: 1, perWord: 1},
	gpu.Int32:   {order: "lib/key.glsl#int", words: 1, perWord: 1},
	gpu.Float32: {order: "lib/key.glsl#float", words: 1, perWord: 1},
	gpu.Uint64:  {order: "lib/key.glsl#uint64", words: 2, perWord: 1},
	gpu.Int64:   {order: "lib/key.glsl#int64", words: 2, perWord: 1},
	gpu.Float64: {order: "lib/key.glsl#float64", words: 2, perWord: 1},
	gpu.Uint16:  {order: "lib/key.glsl#uint", words: 1, perWord: 2},
	gpu.Int16:   {order: "lib/key.glsl#uint", words: 1, perWord: 2, positive: 0x8000, negative: 0x8000},
	gpu.Float16: {order: "lib/key.glsl#uint", words: 1, perWord: 2, positive: 0x8000, negative: 0xFFFF},
	gpu.Uint8:   {order: "lib/key.glsl#uint", words: 1, perWord: 4},
	gpu.Int8:    {order: "lib/key.glsl#uint", words: 1, perWord: 4, positive: 0x80, negative: 0x80},
}

// withDefaults validates the options and sets their defaults. call names the function that a caller
// called, in errors.
func (o Options) withDefaults(call string) (Options, error) {
	o, err := o.checked()
	return o, kernel.Named("radix", call, err)
}

// checked is withDefaults, whose errors begin with the option.
func (o Options) checked() (Options, error) {
	if _, ok := keyTypes[o.Type]; !ok && o.Type != gpu.Uint128 {
		return o, kernel.ArgumentError("Type is %v, want an integer or float type, no vector", o.Type)
	}
	if err := o.checkKey(); err != nil {
		return o, err
	}
	if o.LongestSegment < 0 || o.LongestSegment > gpu.MaxItems {
		return o, kernel.ArgumentError("LongestSegment is %d, want from 0 to %d", o.LongestSegment, gpu.MaxItems)
	}
	if o.ValueBits < 0 || o.ValueBits > 32 {
		return o, kernel.ArgumentError("ValueBits is %d, want from 0 to 32", o.ValueBits)
	}
	return o.withBits(o.FirstBit, o.Bits)
}

// withBits returns the options with another bit range. Its error begins with the option.
func (o Options) withBits(first, bits int) (Options, error) {
	all := 8 * o.Type.Bytes()
	if bits == 0 {
		bits = all - first
	}
	if first < 0 || first >= all || bits < 1 || bits > all-first {
		return o, kernel.ArgumentError("FirstBit is %d and Bits %d, want a range in a key of %d bits", first, bits, all)
	}
	o.FirstBit, o.Bits = first, bits
	return o, nil
}

// pass is one digit: its lowest bit and its width.
type pass struct{ shift, bits int }

// passes is the number of 8-bit digits of the bit range.
func (o Options) passes() int { return (o.Bits + digitBits - 1) / digitBits }

// pass is digit i: 8 bits, the last narrower.
func (o Options) pass(i int) pass {
	at := o.FirstBit + i*digitBits
	return pass{at, min(digitBits, o.FirstBit+o.Bits-at)}
}
