// SPDX-License-Identifier: MIT

package merge

import (
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// built returns a function that takes the result of a constructor and releases it after the test.
func built[T interface{ Release() }](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(v.Release)
		return v
	}
}

// oneOfEach has one of each type of the package.
type oneOfEach struct {
	search *Searcher
	sorter *Sorter
	merger *Merger
	sets   *Sets
}

// makeEach makes one of each for the options.
func makeEach(t testing.TB, dev *gpu.Device, o Options) oneOfEach {
	t.Helper()
	return oneOfEach{
		built[*Searcher](t)(NewSearcher(dev, o)), built[*Sorter](t)(NewSorter(dev, o)),
		built[*Merger](t)(NewMerger(dev, o)), built[*Sets](t)(NewSets(dev, o)),
	}
}

// orders are options of every kind. Ordinary runs compile the kernels of the larger operations for
// the first of them alone.
func orders() []Options {
	return []Options{
		{}, hit,
		{Type: gpu.Float32, Descending: true}, {Type: gpu.Int64}, {Type: gpu.Int32}, {Type: gpu.Float32},
		{Type: gpu.Uint64, Descending: true}, {Type: gpu.Float64},
		{Less: "bool less(float a, float b) { return abs(a) < abs(b); }", Item: "float", Bytes: 4},
		{Less: "struct Pair { uvec4 a; uvec4 b; };\nbool less(Pair x, Pair y) { return x.b.w < y.b.w; }", Item: "Pair", Bytes: 32},
		large,
		{Less: "bool less(int a, int b) { return a >> 3 < b >> 3; }", Item: "int", Bytes: 4},
	}
}

// large has the largest items.
var large = Options{
	Less: "struct Large { uvec4 a[8]; };\nbool less(Large x, Large y) { return x.a[7].w < y.a[7].w; }", Item: "Large", Bytes: MaxItemBytes,
}

func nameOf(o Options) string {
	if o.Less != "" {
		return fmt.Sprintf("item=%s", o.Item)
	}
	return fmt.Sprintf("%v,descending=%v", o.Type, o.Descending)
}

// rankOf is a number with the order of the options, written apart from the self-test's.
func rankOf(a items, i int) float64 {
	w := a.at(i)
	sign := 1.0
	if a.o.Descending {
		sign = -1
	}
	switch {
	case a.o.Item == "Hit":
		return float64(w[1])*256 + float64(math.Float32frombits(w[0]))
	case a.o.Item == "float":
		return math.Abs(float64(math.Float32frombits(w[0])))
	case a.o.Item == "int":
		return float64(int32(w[0]) >> 3)
	case a.o.Item == "Pair" || a.o.Item == "Large":
		return float64(w[len(w)-1])
	}
	switch a.o.Type {
	case gpu.Uint32:
		return sign * float64(w[0])
	case gpu.Int32:
		return sign * float64(int32(w[0]))
	case gpu.Float32:
		return sign * float64(math.Float32frombits(w[0]))
	case gpu.Uint64: // few bits: see random
		return sign * float64(uint64(w[1])<<32|uint64(w[0]))
	case gpu.Int64:
		return sign * float64(int64(uint64(w[1])<<32|uint64(w[0])))
	}
	return sign * math.Float64frombits(uint64(w[1])<<32|uint64(w[0]))
}

// random returns n items with many equal ones. Their ranks are exact in a float64. Words of no
// order are the item's index.
func random(o Options, n int, seed int64) items {
	o, err := o.withDefaults("random")
	if err != nil {
		panic(err)
	}
	r := rand.New(rand.NewSource(seed))
	a := items{o, make([]uint32, n*o.Bytes/4)}
	kinds := 1 + n/3
	for i := range n {
		w := a.at(i)
		k := r.Intn(kinds)
		for j := range w {
			w[j] = uint32(seed)<<24 + uint32(i)
		}
		wide := func(v uint64) { w[0], w[1] = uint32(v), uint32(v>>32) }
		switch {
		case o.Item == "Hit":
			w[0], w[1] = math.Float32bits(float32(k%7)), uint32(k/7)
		case o.Item == "float", o.Less == "" && o.Type == gpu.Float32:
			w[0] = math.Float32bits(float32(k)*0.25 - float32(kinds/5))
		case o.Item == "Pair" || o.Item == "Large":
			w[len(w)-1] = uint32(k)
		case o.Item == "int", o.Less == "" && o.Type == gpu.Int32:
			w[0] = uint32(k*7919 - kinds*4000)
		case o.Type == gpu.Uint32:
			w[0] = uint32(k) * 0x9E3779B1
		case o.Type == gpu.Uint64:
			wide(uint64(k)<<20 + uint64(k%2)<<52)
		case o.Type == gpu.Int64:
			wide(uint64(int64(k-kinds/2) << 30))
		default:
			wide(math.Float64bits(float64(k)*1.5 - float64(kinds)))
		}
	}
	return a
}

// order returns the items in order; equal ones keep theirs.
func order(a items) items {
	b, _ := argsort(a)
	return b
}

// argsort returns the items in order, and the index of each.
func argsort(a items) (items, []uint32) {
	index := make([]uint32, a.len())
	for i := range index {
		index[i] = uint32(i)
	}
	slices.SortStableFunc(index, func(i, j uint32) int {
		x, y := rankOf(a, int(i)), rankOf(a, int(j))
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	b := items{a.o, make([]uint32, 0, len(a.words))}
	for _, i := range index {
		b.words = append(b.words, a.at(int(i))...)
	}
	return b, index
}

// put makes a buffer of the items, at an awkward offset: of words, or of whole records.
func put(t *testing.T, dev *gpu.Device, a items) *gputest.Guarded {
	t.Helper()
	if a.o.callers() {
		return gputest.WordsAt(t, dev, a.words, 3*a.o.Bytes/4*16)
	}
	return gputest.WordsAt(t, dev, a.words, 5)
}

// fresh is put for the room of n items.
func fresh(t *testing.T, dev *gpu.Device, o Options, n int) *gputest.Guarded {
	t.Helper()
	garbage := items{random(o, 0, 0).o, nil}
	garbage.words = make([]uint32, n*garbage.each())
	for i := range garbage.words {
		garbage.words[i] = 0xDEAD0000 + uint32(i)
	}
	return put(t, dev, garbage)
}

// word is a word of a buffer, for a count.
func word(t *testing.T, g *gputest.Guarded, i int) gpu.View {
	t.Helper()
	v, err := g.View().Slice(4*i, 4*i+4)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
