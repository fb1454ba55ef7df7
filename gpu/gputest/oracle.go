// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand"

	"github.com/combgl/comb/gpu"
)

// Oracle is a built-in operator over a type as plain Go, on the words of items.
type Oracle struct {
	Words    int // of an item
	Identity []uint32
	Combine  func(a, b []uint32) []uint32
}

// NumberTypes are the types that the built-in operators take, without Float64: tests that take all
// of these types and operators have few cases of it instead.
var NumberTypes = []gpu.Type{gpu.Uint32, gpu.Int32, gpu.Float32, gpu.Uint64, gpu.Int64, gpu.Vec2, gpu.Vec4}

// OracleOf is an operator's oracle.
func OracleOf(op gpu.Op, t gpu.Type) Oracle {
	one := func(f func(a, b uint32) uint32) func(a, b []uint32) []uint32 {
		return func(a, b []uint32) []uint32 {
			out := make([]uint32, len(a))
			for i := range a {
				out[i] = f(a[i], b[i])
			}
			return out
		}
	}
	repeat := func(w uint32) []uint32 {
		words := make([]uint32, t.Bytes()/4)
		for i := range words {
			words[i] = w
		}
		return words
	}
	o := Oracle{Words: t.Bytes() / 4}
	switch t {
	case gpu.Uint32:
		o.Identity = []uint32{identity[uint32](op, 0, math.MaxUint32)}
		o.Combine = one(func(a, b uint32) uint32 { return fold(op, a, b) })
	case gpu.Int32:
		o.Identity = []uint32{uint32(identity[int32](op, math.MinInt32, math.MaxInt32))}
		o.Combine = one(func(a, b uint32) uint32 { return uint32(fold(op, int32(a), int32(b))) })
	case gpu.Float32, gpu.Vec2, gpu.Vec4:
		o.Identity = repeat(math.Float32bits(identity(op, float32(math.Inf(-1)), float32(math.Inf(1)))))
		o.Combine = one(func(a, b uint32) uint32 { return foldFloats(op, a, b) })
	case gpu.Uint64:
		o.Identity = words64(identity[uint64](op, 0, math.MaxUint64))
		o.Combine = func(a, b []uint32) []uint32 { return words64(fold(op, from64(a), from64(b))) }
	case gpu.Int64:
		o.Identity = words64(uint64(identity[int64](op, math.MinInt64, math.MaxInt64)))
		o.Combine = func(a, b []uint32) []uint32 { return words64(uint64(fold(op, int64(from64(a)), int64(from64(b))))) }
	case gpu.Float64:
		none := identity(op, math.Inf(-1), math.Inf(1))
		o.Identity = words64(math.Float64bits(none))
		o.Combine = func(a, b []uint32) []uint32 {
			x, y := math.Float64frombits(from64(a)), math.Float64frombits(from64(b))
			if op != gpu.Sum && x != x {
				x = none
			}
			if op != gpu.Sum && y != y {
				y = none
			}
			return words64(math.Float64bits(fold(op, x, y)))
		}
	default:
		panic(fmt.Sprint("no oracle for ", op, " of ", t))
	}
	return o
}

func words64(v uint64) []uint32 { return []uint32{uint32(v), uint32(v >> 32)} }
func from64(w []uint32) uint64  { return uint64(w[1])<<32 | uint64(w[0]) }

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
	panic(fmt.Sprint("gputest: fold has no case for ", op))
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
	panic(fmt.Sprint("gputest: identity has no case for ", op))
}

// foldFloats passes over NaN in Min and Max; Go's min and max know the order of -0 and +0.
func foldFloats(op gpu.Op, a, b uint32) uint32 {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	if op != gpu.Sum {
		nothing := identity(op, float32(math.Inf(-1)), float32(math.Inf(1)))
		if x != x {
			x = nothing
		}
		if y != y {
			y = nothing
		}
	}
	return math.Float32bits(fold(op, x, y))
}

// Items returns n random items for which the operator gives the same result in any order and
// grouping. Floats to be added are whole and small; those to be compared hold NaN, infinities and
// both zeros.
func Items(r *rand.Rand, op gpu.Op, t gpu.Type, n int) []uint32 {
	words := make([]uint32, n*t.Bytes()/4)
	if t == gpu.Float64 {
		for i := range n {
			copy(words[2*i:], words64(math.Float64bits(double(r, op))))
		}
		return words
	}
	float := t == gpu.Float32 || t == gpu.Vec2 || t == gpu.Vec4
	for i := range words {
		words[i] = r.Uint32()
		switch {
		case float && op == gpu.Sum:
			words[i] = math.Float32bits(float32(r.Intn(17) - 8))
		case float:
			words[i] = math.Float32bits(float32(r.NormFloat64() * 100))
			if s := r.Intn(40); s < 6 {
				words[i] = [...]uint32{0x7FC00001, 0xFFC12345, 0x7F800000, 0xFF800000, 0, 0x80000000}[s]
			}
		case bits.OnesCount32(words[i])%5 == 0: // ties, and words that are alike
			words[i] &= 0x80000003
		}
	}
	return words
}

// double is one float64 of Items.
func double(r *rand.Rand, op gpu.Op) float64 {
	if op == gpu.Sum {
		return float64(r.Intn(17)-8) * (1 + 0x1p-30) // both words of a sum matter
	}
	if s := r.Intn(40); s < 6 {
		return [...]float64{math.NaN(), math.Copysign(math.NaN(), -1), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1)}[s]
	}
	return r.NormFloat64() * 100
}
