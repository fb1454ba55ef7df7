// SPDX-License-Identifier: MIT

package kernel

import (
	"fmt"
	"math"
	"slices"

	"github.com/combgl/comb/gpu"
)

// Oracle computes an operator in a loop on the CPU, on the words of items. Self-tests compare with
// it (SelfTest).
type Oracle struct {
	words    int
	identity []uint32
	combine  func(a, b []uint32) // a becomes a combined with b
	made     func(i, n int, r uint32) []uint32
}

// OracleOf returns the Oracle of a built-in operator over a type that OpGlue supports. Its items
// are small whole numbers, so that sums of floats are exact in any order. The minimum and the
// maximum change along the items, and the last item always changes the result.
func OracleOf(op gpu.Op, t gpu.Type) Oracle {
	o := Oracle{words: t.Bytes() / 4}
	made := func(i, n int, r uint32) int64 {
		x, sign := int64(r%17)-8, int64(1)
		if op == gpu.Min {
			sign = -1
		}
		switch {
		case i == n-1:
			return 2000 * sign
		case op != gpu.Sum:
			x += sign * (int64(i)*1000/int64(n) - 500)
		}
		return x
	}
	wide := func(x int64) []uint32 { return []uint32{uint32(x), uint32(x >> 32)} }
	const both = 1<<30 + 1 // makes both words of a 64-bit number matter
	var flip uint32        // makes the order of unsigned numbers that of signed ones
	if op != gpu.Sum {
		flip = 1 << 31
	}
	switch t {
	case gpu.Uint32:
		o.identity = []uint32{identity[uint32](op, 0, math.MaxUint32)}
		o.combine = func(a, b []uint32) { a[0] = fold(op, a[0], b[0]) }
		o.made = func(i, n int, r uint32) []uint32 { return []uint32{uint32(made(i, n, r)) ^ flip} }
	case gpu.Int32:
		o.identity = []uint32{uint32(identity[int32](op, math.MinInt32, math.MaxInt32))}
		o.combine = func(a, b []uint32) { a[0] = uint32(fold(op, int32(a[0]), int32(b[0]))) }
		o.made = func(i, n int, r uint32) []uint32 { return []uint32{uint32(made(i, n, r))} }
	case gpu.Uint64, gpu.Int64:
		signed := t == gpu.Int64
		o.identity = wide(int64(identity[uint64](op, 0, math.MaxUint64)))
		if signed {
			o.identity = wide(identity[int64](op, math.MinInt64, math.MaxInt64))
		}
		o.combine = func(a, b []uint32) {
			x, y := uint64(a[1])<<32|uint64(a[0]), uint64(b[1])<<32|uint64(b[0])
			if signed {
				x = uint64(fold(op, int64(x), int64(y)))
			} else {
				x = fold(op, x, y)
			}
			a[0], a[1] = uint32(x), uint32(x>>32)
		}
		o.made = func(i, n int, r uint32) []uint32 {
			w := wide(made(i, n, r) * both)
			if !signed {
				w[1] ^= flip
			}
			return w
		}
	case gpu.Float64:
		words := func(x float64) []uint32 { return wide(int64(math.Float64bits(x))) }
		float := func(w []uint32) float64 { return math.Float64frombits(uint64(w[1])<<32 | uint64(w[0])) }
		o.identity = words(identity(op, math.Inf(-1), math.Inf(1)))
		o.combine = func(a, b []uint32) { copy(a, words(fold(op, float(a), float(b)))) }
		const step = 1 + 0x1p-30 // makes both words matter
		o.made = func(i, n int, r uint32) []uint32 { return words(float64(made(i, n, r)) * step) }
	default:
		none := math.Float32bits(identity(op, float32(math.Inf(-1)), float32(math.Inf(1))))
		o.identity = repeat(none, o.words)
		o.combine = func(a, b []uint32) {
			for c := range a {
				a[c] = math.Float32bits(fold(op, math.Float32frombits(a[c]), math.Float32frombits(b[c])))
			}
		}
		o.made = func(i, n int, r uint32) []uint32 {
			w := make([]uint32, o.words)
			for c := range w {
				w[c] = math.Float32bits(float32(made(i, n, r>>(5*c)) + int64(c)))
			}
			return w
		}
	}
	return o
}

// number is a component of an item.
type number interface {
	uint32 | int32 | uint64 | int64 | float32 | float64
}

// fold combines two numbers.
func fold[T number](op gpu.Op, a, b T) T {
	switch op {
	case gpu.Sum:
		return a + b
	case gpu.Min:
		return min(a, b)
	case gpu.Max:
		return max(a, b)
	}
	panic(fmt.Sprint("kernel: fold has no case for ", op))
}

// identity returns the number that changes no other. least and largest are those of the type.
func identity[T number](op gpu.Op, least, largest T) T {
	switch op {
	case gpu.Sum:
		return 0
	case gpu.Min:
		return largest
	case gpu.Max:
		return least
	}
	panic(fmt.Sprint("kernel: identity has no case for ", op))
}

func repeat(w uint32, n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = w
	}
	return words
}

// StandIn returns an operator in GLSL for self-tests of operations with the caller's GLSL, whose
// own buffers and uniforms are not bound yet. Its items have 4, 8 or 16 bytes, near the size of the
// caller's. If ordered is true, each word is a map x -> a x + b modulo 2^16, and combine composes
// two maps. Otherwise combine adds.
func StandIn(bytes int, ordered bool) (gpu.Operator, Oracle) {
	item, words := "uvec4", 4
	switch {
	case bytes <= 4:
		item, words = "uint", 1
	case bytes <= 8:
		item, words = "uvec2", 2
	}
	op := gpu.Operator{
		GLSL: "VALUE combine(VALUE f, VALUE g) { return f + g; }",
		Item: item, Bytes: 4 * words, Identity: item + "(0u)", Name: "self-test",
	}
	first, combine := uint32(0), func(f, g uint32) uint32 { return f + g }
	if ordered {
		op.GLSL = `VALUE combine(VALUE f, VALUE g)
{
	VALUE a = g & 0xFFFFu;
	return (((f & 0xFFFFu) * a) & 0xFFFFu) | (((f >> 16u) * a + (g >> 16u)) << 16u);
}`
		op.Identity = item + "(1u)"
		first, combine = 1, func(f, g uint32) uint32 {
			a := g & 0xFFFF
			return ((f&0xFFFF)*a)&0xFFFF | ((f>>16)*a+(g>>16))<<16
		}
	}
	return op, Oracle{
		words:    words,
		identity: repeat(first, words),
		combine: func(a, b []uint32) {
			for c := range a {
				a[c] = combine(a[c], b[c])
			}
		},
		made: func(_, _ int, r uint32) []uint32 {
			w := make([]uint32, words)
			for c := range w {
				w[c] = (r + uint32(c)*0x9E3779B9) | 1 // with an odd a the map is invertible
			}
			return w
		},
	}
}

// Words returns the size of an item in words.
func (o Oracle) Words() int { return o.words }

// Identity returns a new identity item.
func (o Oracle) Identity() []uint32 { return slices.Clone(o.identity) }

// Combine sets sum to sum combined with item, which comes after it.
func (o Oracle) Combine(sum, item []uint32) { o.combine(sum, item) }

// Items returns n generated items, the same each time.
func (o Oracle) Items(n int) []uint32 {
	all := make([]uint32, 0, n*o.words)
	r := uint32(0x2545F491)
	for i := range n {
		r ^= r << 13 // Marsaglia's xorshift
		r ^= r >> 17
		r ^= r << 5
		all = append(all, o.made(i, n, r)...)
	}
	return all
}

// Expect compares the result of a self-test on n items with that of a loop on the CPU. what names
// the result in the error. Errors: ErrSelfTest, with the first word that differs.
func Expect(what string, n int, got, want []uint32) error {
	if len(got) != len(want) {
		return fmt.Errorf("%s: n is %d: %d words, want %d: %w", what, n, len(got), len(want), gpu.ErrSelfTest)
	}
	for i := range got {
		if got[i] != want[i] {
			return fmt.Errorf("%s: n is %d: word %d is %#x, want %#x: %w", what, n, i, got[i], want[i], gpu.ErrSelfTest)
		}
	}
	return nil
}

// CancellingItems returns n items of a number of float32 whose plain sums lose most of them: 2^26,
// n - 2 ones and -2^26.
func CancellingItems(n, words int) []uint32 {
	items := repeat(math.Float32bits(1), n*words)
	for w := range words {
		items[w] = math.Float32bits(1 << 26)
		items[(n-1)*words+w] = math.Float32bits(-1 << 26)
	}
	return items
}
