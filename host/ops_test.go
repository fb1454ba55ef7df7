// SPDX-License-Identifier: MIT

package host

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

func checkCompactions[T any](t *testing.T, src []T, keep []bool) {
	t.Helper()
	what := fmt.Sprintf("%T, n=%d: ", src, len(src))
	same := slices.Clone(src)
	var kept, unique []T
	for i, x := range src {
		if keep[i] {
			kept = append(kept, x)
		}
		if i == 0 || !slices.Equal(bytesOf(src[i:i+1]), bytesOf(src[i-1:i])) {
			unique = append(unique, x)
		}
	}
	equal(t, what+"Compact", must[[]T](t)(Compact(src, keep)), kept)
	equal(t, what+"Unique", must[[]T](t)(Unique(src)), unique)
	equal(t, what+"the source", src, same)
}

func testCompactions[T Key](t *testing.T) {
	t.Run(typeOf[T]().String(), func(t *testing.T) {
		both(t, func(t *testing.T) {
			r := rand.New(rand.NewSource(2))
			for i, n := range sizes {
				src, keep := random[T](r, n), make([]bool, n)
				for at := range keep {
					keep[at] = r.Intn(3) < i%4
					if at > 0 && r.Intn(2) == 0 {
						src[at] = src[at-1]
					}
				}
				checkCompactions(t, src, keep)
			}
		})
	})
}

func TestCompactions(t *testing.T) {
	testCompactions[uint32](t)
	testCompactions[int32](t)
	testCompactions[float32](t)
	testCompactions[uint64](t)
	testCompactions[int64](t)
	testCompactions[float64](t)
}

func TestCompactIf(t *testing.T) {
	both(t, func(t *testing.T) {
		r := rand.New(rand.NewSource(3))
		for _, n := range sizes {
			floats := make([]float32, n)
			for i := range floats {
				floats[i] = r.Float32()
			}
			half := Predicate[float32]{GLSL: "bool keep(float x) { return x > 0.5; }", Go: func(x float32) bool { return x > 0.5 }}
			want := slices.DeleteFunc(slices.Clone(floats), func(x float32) bool { return x <= 0.5 })
			equal(t, fmt.Sprint("floats, n=", n), must[[]float32](t)(CompactIf(floats, half)), want)

			longs := random[int64](r, n)
			negative := Predicate[int64]{GLSL: "bool keep(uvec2 x) { return int(x.y) < 0; }", Go: func(x int64) bool { return x < 0 }}
			wantLongs := slices.DeleteFunc(slices.Clone(longs), func(x int64) bool { return x >= 0 })
			equal(t, fmt.Sprint("longs, n=", n), must[[]int64](t)(CompactIf(longs, negative)), wantLongs)
		}
	})
}

// fold is the oracle of an operator, written unlike the code under test.
func fold[T Number](op gpu.Op, a, b T) T {
	switch {
	case op == gpu.Sum:
		return a + b
	case b != b:
		return a
	case op == gpu.Min:
		return min(a, b) // a is no NaN, and min orders -0 below +0
	case op == gpu.Max:
		return max(a, b)
	}
	panic(fmt.Sprint("no oracle of ", op))
}

func nothing[T Number](op gpu.Op, t gpu.Type) T {
	least := map[gpu.Type]float64{gpu.Float32: math.Inf(-1), gpu.Int32: math.MinInt32, gpu.Int64: math.MinInt64}[t]
	most := T(least) - 1 // integers wrap
	if t == gpu.Float32 {
		most = T(-least)
	}
	return []T{0, most, T(least)}[op]
}

func checkSums[T Number](t *testing.T, src []T, op gpu.Op) {
	t.Helper()
	what := fmt.Sprintf("%T, n=%d, %v: ", src, len(src), op)
	same := slices.Clone(src)
	exclusive, inclusive := make([]T, len(src)), make([]T, len(src))
	sum := nothing[T](op, typeOf[T]())
	for i, x := range src {
		exclusive[i] = sum
		sum = fold(op, sum, x)
		inclusive[i] = sum
	}
	got := make([]T, len(src))
	ok(t, ExclusiveScan(got, src, op))
	equal(t, what+"ExclusiveScan", got, exclusive)
	ok(t, InclusiveScan(got, src, op))
	equal(t, what+"InclusiveScan", got, inclusive)
	equal(t, what+"Reduce", []T{must[T](t)(Reduce(src, op))}, []T{sum})
	equal(t, what+"the source", src, same)
	ok(t, InclusiveScan(src, src, op))
	equal(t, what+"InclusiveScan in place", src, inclusive)
	copy(src, same)
	ok(t, ExclusiveScan(src, src, op))
	equal(t, what+"ExclusiveScan in place", src, exclusive)
}

func testSums[T Number](t *testing.T) {
	t.Run(typeOf[T]().String(), func(t *testing.T) {
		both(t, func(t *testing.T) {
			r := rand.New(rand.NewSource(4))
			for i, op := range kernel.Ops {
				if typ := typeOf[T](); typ != gpu.Uint32 && shared == onGL && !gputest.Share(i+int(typ), 6) {
					continue // words by each operator, and half of the other types by one
				}
				for _, n := range sizes {
					src := random[T](r, n)
					if op == gpu.Sum && typeOf[T]() == gpu.Float32 {
						src = small[T](r, n) // sums of others are rounded
					}
					checkSums(t, src, op)
				}
			}
		})
	})
}

func TestScansAndReductions(t *testing.T) {
	testSums[uint32](t)
	testSums[int32](t)
	testSums[float32](t)
	testSums[uint64](t)
	testSums[int64](t)
}

// Minima and maxima order -0 below +0 and skip NaN.
func TestZerosAreOrdered(t *testing.T) {
	negative, nan := float32(math.Copysign(0, -1)), float32(math.NaN())
	both(t, func(t *testing.T) {
		for _, src := range [][]float32{{0, negative, 0}, {negative, 0, negative}, {nan, negative, nan, 0}, {nan, nan}} {
			checkSums(t, slices.Clone(src), gpu.Min)
			checkSums(t, slices.Clone(src), gpu.Max)
		}
	})
}

// Sums of floats are near the sum in float64, on both platforms, and plain Go rounds once.
func TestFloatSumsAreNear(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	src, exact := make([]float32, 20_000), 0.0
	for i := range src {
		src[i] = r.Float32()
		exact += float64(src[i])
	}
	both(t, func(t *testing.T) {
		got := must[float32](t)(Reduce(src, gpu.Sum))
		if far := math.Abs(float64(got) - exact); far > exact*1e-5 || shared == noGL && got != float32(exact) {
			t.Errorf("the sum is %v, want %v", got, exact)
		}
	})
}

func TestHistograms(t *testing.T) {
	both(t, func(t *testing.T) {
		r := rand.New(rand.NewSource(6))
		for _, n := range sizes {
			floats, ints, words := random[float32](r, n), random[int32](r, n), random[uint32](r, n)
			for i := range floats {
				if i%3 != 0 {
					floats[i], ints[i], words[i] = r.Float32()*3-1, int32(r.Intn(40)-20), uint32(r.Intn(50))
				}
			}
			checkEven(t, ints, 10, -20, 10, func(x int32) int { return int(math.Floor(float64(x)+20) / 3) })
			// (x-lower) * scale of the largest x rounds up to the number of bins.
			checkEven(t, []float32{math.Nextafter32(2, 0), 2}, 2, 0.7, 2, func(float32) int { return 1 })
			checkEven(t, []int32{9, 10}, 10, -20, 10, func(int32) int { return 9 })
			checkEven(t, words, 1, 0, 1<<32, func(uint32) int { return 0 })
			// x+1 is rounded to float32, as in the kernel, and the scale is a power of two.
			checkEven(t, floats, 16, -1, 1, func(x float32) int { return min(int(float64(x+1)*8), 15) })
			checkEdges(t, floats, []float32{float32(math.Inf(-1)), -0.5, 0, 0, 1.25, float32(math.Inf(1))})
			checkEdges(t, ints, []int32{-7, 0, 1, 1, 9})
			checkEdges(t, words, []uint32{3, math.MaxUint32})
		}
	})
}

func checkEven[T Binned](t *testing.T, src []T, bins int, lower, upper float64, bin func(T) int) {
	t.Helper()
	want := make([]uint32, bins+1)
	for _, x := range src {
		if float64(x) >= lower && float64(x) < upper {
			want[bin(x)]++
		} else {
			want[bins]++
		}
	}
	counts, outside, err := Histogram(src, bins, lower, upper)
	ok(t, err)
	equal(t, fmt.Sprintf("%T, n=%d: Histogram", src, len(src)), append(counts, outside), want)
}

func checkEdges[T Binned](t *testing.T, src, edges []T) {
	t.Helper()
	want := make([]uint32, len(edges))
	for _, x := range src {
		at := len(edges) - 1
		for b := range len(edges) - 1 {
			if edges[b] <= x && x < edges[b+1] {
				at = b
			}
		}
		want[at]++
	}
	counts, outside, err := HistogramRange(src, edges)
	ok(t, err)
	equal(t, fmt.Sprintf("%T, n=%d: HistogramRange", src, len(src)), append(counts, outside), want)
}

// Bins whose scale is rounded are the same on both platforms.
func TestRoundedBinsAgree(t *testing.T) {
	needGL(t)
	r := rand.New(rand.NewSource(7))
	src := make([]float32, 5000)
	for i := range src {
		src[i] = float32(r.Intn(700)) / 100
	}
	var results [2][]uint32
	for i, s := range []*server{noGL, onGL} {
		use(t, s)
		counts, outside, err := Histogram(src, 7, 0.1, 6.3)
		ok(t, err)
		results[i] = append(counts, outside)
	}
	equal(t, "the counts", results[1], results[0])
}
