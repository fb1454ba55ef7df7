// SPDX-License-Identifier: MIT

package gputest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
)

// Equal fails the test when got and want differ. The text has the number of differences, the first
// one with up to 4 neighbours on each side, and the last one. Elements of type uint32 are words,
// which may be parts of items: see EqualItems.
func Equal[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	each := 1
	if _, words := any(got).([]uint32); words {
		each = 0
	}
	if text := difference(got, want, each); text != "" {
		t.Fatalf("%s: %s", what, text)
	}
}

// EqualItems is Equal of the words of items of a type. The text has numbers of that type. It counts
// words in vectors, and says which item a word belongs to.
func EqualItems(t testing.TB, what string, typ gpu.Type, got, want []uint32) {
	t.Helper()
	if text := differenceOf(typ, got, want); text != "" {
		t.Fatalf("%s: %s", what, text)
	}
}

func differenceOf(typ gpu.Type, got, want []uint32) string {
	each := typ.Bytes() / 4
	if len(got)%each != 0 || len(want)%each != 0 {
		return difference(got, want, 0)
	}
	switch typ {
	case gpu.Int32:
		return differ(got, want, 1, 1, func(w []uint32) int32 { return int32(w[0]) })
	case gpu.Float32, gpu.Vec2, gpu.Vec4:
		return differ(got, want, 1, each, func(w []uint32) floatBits { return floatBits(w[0]) })
	case gpu.Uint64:
		return differ(got, want, 2, 1, from64)
	case gpu.Int64:
		return differ(got, want, 2, 1, func(w []uint32) int64 { return int64(from64(w)) })
	case gpu.Float64:
		return differ(got, want, 2, 1, func(w []uint32) doubleBits { return doubleBits(from64(w)) })
	}
	return difference(got, want, each)
}

// differ is difference of elements of so many words each, read from them.
func differ[T comparable](got, want []uint32, words, each int, read func([]uint32) T) string {
	all := func(from []uint32) (to []T) {
		for i := 0; i < len(from); i += words {
			to = append(to, read(from[i:]))
		}
		return to
	}
	return difference(all(got), all(want), each)
}

// floatBits and doubleBits are floats that are compared by their bits.
type (
	floatBits  uint32
	doubleBits uint64
)

func (f floatBits) String() string {
	return floatText(float64(math.Float32frombits(uint32(f))), 32, uint64(f))
}

func (f doubleBits) String() string {
	return floatText(math.Float64frombits(uint64(f)), 64, uint64(f))
}

// floatText is a number, or NaN with its bits: there are many.
func floatText(v float64, size int, bits uint64) string {
	if math.IsNaN(v) {
		return fmt.Sprintf("NaN(%#x)", bits)
	}
	return strconv.FormatFloat(v, 'g', -1, size)
}

// neighbours are the items that difference prints on each side of the first difference.
const neighbours = 4

// difference describes how got differs from want, "" when it does not. each is how many elements
// make an item; 0 means that they are words, of items of any size.
func difference[T comparable](got, want []T, each int) string {
	unit := "item"
	if each != 1 {
		unit = "word"
	}
	name := func(i int) string {
		if each > 1 {
			return fmt.Sprintf("word %d (item %d)", i, i/each)
		}
		return fmt.Sprint(unit, " ", i)
	}
	first, last, count := -1, -1, 0
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			if first < 0 {
				first = i
			}
			last = i
			count++
		}
	}
	var b strings.Builder
	switch {
	case count == 0 && len(got) == len(want):
		return ""
	case count == 0:
		first = min(len(got), len(want)) // the neighbourhood of the end
		fmt.Fprintf(&b, "%d %ss, want %d; the first %d are equal", len(got), unit, len(want), first)
	default:
		if len(got) != len(want) {
			fmt.Fprintf(&b, "%d %ss, want %d; ", len(got), unit, len(want))
		}
		fmt.Fprintf(&b, "%s of %d is %v, want %v; %d of %d differ", name(first), len(got), got[first], want[first],
			count, min(len(got), len(want)))
		if count > 1 {
			fmt.Fprintf(&b, ", the last is %s: %v, want %v", name(last), got[last], want[last])
		}
	}
	fmt.Fprintf(&b, "\n      %s  got  want", unit)
	for i := max(0, first-neighbours); i < min(first+neighbours+1, max(len(got), len(want))); i++ {
		g, w := at(got, i), at(want, i)
		mark := " "
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			mark = ">"
		}
		fmt.Fprintf(&b, "\n  %s %6d  %s  %s", mark, i, g, w)
	}
	return b.String()
}

// at is an item as text, "none" behind the end.
func at[T any](s []T, i int) string {
	if i >= len(s) {
		return "none"
	}
	return fmt.Sprint(s[i])
}
