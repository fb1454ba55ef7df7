// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/quirks"
)

// Options for New. The zero value sorts uint32 by the whole key, ascending.
type Options struct {
	// Type is the keys': any but the vectors. Keys in a gpu.Buffer of floats are refused (gpu.ErrView) where it is not
	// their type; gpu.Device.NeedType says how to mean their bits. Uint8 and Uint16 lie packed. Floats are ordered by their bits, as in
	// IEEE 754's totalOrder: -NaN, -Inf, …, -0, +0, …, +Inf, +NaN.
	Type gpu.Type

	FirstBit   int // the lowest bit of the key to sort by; of signed and float types, after they are mapped to unsigned
	Bits       int // how many bits to sort by; 0 means all from FirstBit up
	Descending bool

	// SkipSorted makes each sort look at the keys first, and plan on the GPU: no pass for a digit that is the same in all
	// of them, none at all when they are in order already. That is for keys that hardly move from frame to frame, or
	// have few values. Its passes are always chunked, as the plan counts on three launches each. On an H200 2^20 pairs in order take
	// 46 us with it and 54 without, random ones 111 and 62; without and chunked they take 86.
	SkipSorted bool

	// SearchAbove is how many keys TopK and Partial rather sort as a whole than search for the k-th: 0 means 2^20, where
	// an H200 takes as long either way; negative, none.
	SearchAbove int

	// Ranks is how keys of a digit are counted in a subgroup.
	Ranks Ranks

	// With Algorithm gpu.Chained a pass is one launch and reads the keys once, after one look at them for all passes.
	gpu.Tuning
}

// Ranks is how a sort tells which of a subgroup's keys of one digit comes first. All give the same result.
type Ranks int

// The ways.
const (
	RanksAuto Ranks = iota // RanksInOrder where that was seen to be right and faster: on NVIDIA
	// RanksByMatch asks all lanes for each bit of the digit.
	RanksByMatch
	// RanksInOrder adds to a word of shared memory and takes the order of the lanes for granted, which GLSL does not promise.
	// comb asks the GPU before the first sorter of a device, some millions of times (gpu.Device.LanesInOrder), and New refuses
	// it where not.
	// 2^24 keys take 361 µs on an H200, RanksByMatch 532.
	RanksInOrder
)

// inOrder says whether ranks are taken in the lanes' order. It is pure but for ask, gpu.Device.LanesInOrder, which it calls where
// the answer counts. Errors: ask's; gpu.ErrUnsupported where that is asked for and cannot be.
func (o Options) inOrder(c gpu.Caps, s gpu.Shape, ask func() (bool, error)) (seen bool, err error) {
	khr := s.Lanes == gpu.LanesKHR
	switch o.Ranks {
	case RanksAuto:
		if !khr || !quirks.LanesAddInOrder(c.Vendor) {
			return false, nil
		}
		return ask()
	case RanksByMatch:
		return false, nil
	case RanksInOrder:
		if khr {
			seen, err = ask()
		}
		if err == nil && !seen {
			err = fmt.Errorf("radix: New: RanksInOrder by %v lanes on %s: they do not add in order, as far as can be seen: %w", s.Lanes, c.Renderer, gpu.ErrUnsupported)
		}
		return seen, err
	}
	return false, fmt.Errorf("radix: New: Ranks is %d, want one of the constants: %w", o.Ranks, gpu.ErrArgument)
}

// searches says how the first k of at most n are found.
func (o Options) searches(k, n int) bool {
	above := o.SearchAbove
	if above == 0 {
		above = 1 << 20
	}
	return n > above && k <= n/2
}

const (
	digitBits = 8
	digits    = 1 << digitBits
	maxPasses = 64 / digitBits
)

// keyType is how a type of keys is handled.
type keyType struct {
	order   string // the file that maps a key to an unsigned one of the same order
	words   int    // of a key in the kernels
	perWord int    // keys that lie packed in a word; 1 for all but the narrow
}

var keyTypes = map[gpu.Type]keyType{
	gpu.Uint32: {"lib/key.glsl#uint", 1, 1}, gpu.Int32: {"lib/key.glsl#int", 1, 1}, gpu.Float32: {"lib/key.glsl#float", 1, 1},
	gpu.Uint64: {"lib/key.glsl#uint64", 2, 1}, gpu.Int64: {"lib/key.glsl#int64", 2, 1}, gpu.Float64: {"lib/key.glsl#float64", 2, 1},
	gpu.Uint16: {"lib/key.glsl#uint", 1, 2}, gpu.Uint8: {"lib/key.glsl#uint", 1, 4},
}

func (o Options) withDefaults() (Options, error) {
	if _, ok := keyTypes[o.Type]; !ok {
		return o, fmt.Errorf("radix: New: Type is %v, want a type of keys, which vectors are not: %w", o.Type, gpu.ErrArgument)
	}
	return o.withBits(o.FirstBit, o.Bits)
}

// withBits is the options with another bit range.
func (o Options) withBits(first, bits int) (Options, error) {
	all := 8 * o.Type.Bytes()
	if bits == 0 {
		bits = all - first
	}
	if first < 0 || first >= all || bits < 1 || first+bits > all {
		return o, fmt.Errorf("radix: FirstBit is %d and Bits %d, want a range in a key of %d bits: %w", first, bits, all, gpu.ErrArgument)
	}
	o.FirstBit, o.Bits = first, bits
	return o, nil
}

// pass is one digit: its lowest bit and its width.
type pass struct{ shift, bits int }

// passes is how many digits of 8 bits the bit range has.
func (o Options) passes() int { return (o.Bits + digitBits - 1) / digitBits }

// pass is digit i: 8 bits, the last narrower.
func (o Options) pass(i int) pass {
	at := o.FirstBit + i*digitBits
	return pass{at, min(digitBits, o.FirstBit+o.Bits-at)}
}
