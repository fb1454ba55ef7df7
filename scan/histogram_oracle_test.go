// SPDX-License-Identifier: MIT

package scan

import (
	"math"
	"math/rand"
	"slices"
	"sort"

	"github.com/combgl/comb/gpu"
)

var histTypes = []gpu.Type{gpu.Uint32, gpu.Int32, gpu.Float32}

// number is what an item's bits mean; float64 holds each exactly.
func number(t gpu.Type, word uint32) float64 {
	switch t {
	case gpu.Int32:
		return float64(int32(word))
	case gpu.Float32:
		return float64(math.Float32frombits(word))
	}
	return float64(word)
}

// word is the bits of a number that the type holds.
func word(t gpu.Type, x float64) uint32 {
	if t == gpu.Float32 {
		return math.Float32bits(float32(x))
	}
	return uint32(int64(x))
}

// histOracle is the plain loop. edges are nil for even bins.
func histOracle(o HistogramOptions, items, edges []uint32) []uint32 {
	counts := make([]uint32, o.Bins+1)
	bin := histBin(o.x(), edges)
	for _, w := range items {
		counts[bin(w)]++
	}
	return counts[:o.words()]
}

// histBin returns the function from an item to its bin on an axis, or to the number of bins.
func histBin(a Axis, edges []uint32) func(w uint32) int {
	numbers := make([]float64, len(edges))
	for i, e := range edges {
		numbers[i] = number(a.Type, e)
	}
	return func(w uint32) int {
		x := number(a.Type, w)
		switch {
		case a.Edges:
			first := 0
			if a.Bins > 1000 { // else this loop takes minutes: from the last edge that is not above x
				first = max(0, sort.Search(len(numbers), func(i int) bool { return numbers[i] > x })-1)
			}
			for b := first; b < a.Bins; b++ {
				if numbers[b] <= x && x < numbers[b+1] {
					return b
				}
				if a.Bins > 1000 && numbers[b] > x {
					break
				}
			}
		case a.Type == gpu.Float32:
			lower, upper, scale := a.rounded()
			if v := math.Float32frombits(w); lower <= v && v < upper {
				place := (v - lower) * scale
				return min(a.Bins-1, int(math.Floor(float64(place))))
			}
		case a.Lower <= x && x < a.Upper:
			width := (int64(a.Upper) - int64(a.Lower)) / int64(a.Bins)
			return int((int64(x) - int64(a.Lower)) / width)
		}
		return a.Bins
	}
}

// histEven are options of a type for even bins that leave items outside on both sides.
func histEven(t gpu.Type, bins int, tune gpu.Tuning) HistogramOptions {
	o := HistogramOptions{Type: t, Bins: bins, Outside: true, Tuning: tune}
	switch t {
	case gpu.Uint32:
		o.Lower, o.Upper = 1000, 1000+3*float64(bins)
	case gpu.Int32:
		o.Lower, o.Upper = -700, -700+5*float64(bins)
	case gpu.Float32:
		o.Lower, o.Upper = -1.3, 2.6
	}
	return o
}

// histEdges are ascending edges with steps of all widths, 0 among them, and infinities for floats.
func histEdges(r *rand.Rand, t gpu.Type, bins int) []uint32 {
	numbers := make([]float64, bins+1)
	for i := range numbers {
		numbers[i] = number(t, word(t, r.NormFloat64()*1e6))
		if t == gpu.Uint32 {
			numbers[i] = float64(r.Uint32())
		}
		if i%5 == 4 {
			numbers[i] = numbers[i-1] // an empty bin
		}
	}
	if t == gpu.Float32 && bins > 6 {
		numbers[0], numbers[1], numbers[2] = math.Inf(1), math.Copysign(0, -1), 0x1p-149
	}
	slices.Sort(numbers)
	words := make([]uint32, len(numbers))
	for i, x := range numbers {
		words[i] = word(t, x)
	}
	return words
}

// histItems lie in the range and a little outside it, on bounds and beside them; some are anything
// at all.
func histItems(r *rand.Rand, o HistogramOptions, edges []uint32, n int) []uint32 {
	specials := []uint32{0, 1, math.MaxInt32, 1 << 31, 1<<31 + 1, math.MaxUint32}
	if o.Type == gpu.Float32 {
		specials = append(specials, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800001, 0x007FFFFF, 0x807FFFFF, 0x00800000, 0x3F800000)
	}
	items := make([]uint32, n)
	for i := range items {
		switch pick := r.Intn(16); {
		case pick == 0:
			items[i] = r.Uint32()
		case pick == 1:
			items[i] = specials[r.Intn(len(specials))]
		case pick < 6 && o.Edges:
			items[i] = edges[r.Intn(len(edges))] + uint32(r.Intn(3)) - 1
		case pick < 6:
			bound := o.Lower + (o.Upper-o.Lower)/float64(o.Bins)*float64(r.Intn(o.Bins+1))
			items[i] = word(o.Type, bound) + uint32(r.Intn(3)) - 1
		case o.Edges:
			a, b := number(o.Type, edges[r.Intn(len(edges))]), number(o.Type, edges[r.Intn(len(edges))])
			if math.IsInf(a-b, 0) || a != a || b != b {
				a, b = -1, 1
			}
			items[i] = word(o.Type, a+(b-a)*r.Float64())
		default:
			items[i] = word(o.Type, o.Lower+(o.Upper-o.Lower)*(1.1*r.Float64()-0.05))
		}
	}
	return items
}
