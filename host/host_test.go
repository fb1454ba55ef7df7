// SPDX-License-Identifier: MIT

package host

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"slices"
	"testing"
	"unsafe"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest" // no cache in the user's home, small tiles
)

// The servers of tests: OpenGL of any kind, and plain Go. Tests share the first one, because it
// keeps the compiled kernels.
var (
	onGL = &server{want: "opengl", options: gpu.Options{NoCache: true, NoSelfTest: true}}
	noGL = &server{want: "go"}
)

// use makes a server run the calls of a test.
func use(t testing.TB, s *server) {
	before := shared
	shared = s
	t.Cleanup(func() { shared = before })
}

// needGL skips a test where there is no OpenGL.
func needGL(t testing.TB) {
	t.Helper()
	if i := onGL.info(); !i.OpenGL {
		if os.Getenv("COMB_EXPECT_GL") != "" {
			t.Fatalf("COMB_EXPECT_GL is set and there is no OpenGL: %v", i.Err)
		}
		t.Skipf("no OpenGL here: %v", i.Err)
	}
}

// both runs a test in plain Go and on OpenGL, where no call may end in plain Go.
func both(t *testing.T, f func(t *testing.T)) {
	t.Run("go", func(t *testing.T) {
		use(t, noGL)
		f(t)
	})
	t.Run("opengl", func(t *testing.T) {
		needGL(t)
		use(t, onGL)
		f(t)
		if i := Backend(); i.Err != nil {
			t.Errorf("a call ran in plain Go: %v", i.Err)
		}
	})
}

// sizes break kernels and loops.
var sizes = []int{0, 1, 2, 3, 31, 32, 33, 255, 257, 1023, 1024, 1025, 2049, 5003}

// random returns items with many equal ones, the ends of the type's range, and for floats NaN of
// both signs, infinities and both zeros.
func random[T Key](r *rand.Rand, n int) []T {
	items := make([]T, n)
	size := int(unsafe.Sizeof(*new(T)))
	raw := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(items))), n*size)
	for i := range items {
		word := raw[i*size : (i+1)*size]
		switch r.Intn(4) {
		case 0: // any bits
			r.Read(word)
		case 1:
			word[r.Intn(size)] = byte(r.Intn(4))
		case 2: // the extremes, and all bits of NaN
			for b := range word {
				word[b] = 0xFF
			}
			word[size-1] = []byte{0x7F, 0x80, 0xFF, 0}[r.Intn(4)]
		default:
			items[i] = T(special[T](r.Intn(6)))
		}
	}
	return items
}

func special[T Key](i int) T {
	switch any(*new(T)).(type) {
	case float32, float64:
		negative := math.Copysign(0, -1)
		return T([]float64{0, negative, math.Inf(1), math.Inf(-1), 1, -1}[i])
	}
	return T(i)
}

// small returns items whose sum is exact in any order.
func small[T Number](r *rand.Rand, n int) []T {
	items := make([]T, n)
	for i := range items {
		items[i] = T(r.Intn(17))
	}
	return items
}

// equal compares bits.
func equal[T any](t *testing.T, what string, got, want []T) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d items, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !slices.Equal(bytesOf(got[i:i+1]), bytesOf(want[i:i+1])) {
			t.Fatalf("%s: item %d of %d is %v, want %v", what, i, len(got), got[i], want[i])
		}
	}
}

// place returns a number that orders keys: by value, and floats by the rule of totalOrder.
func place[K Key](k K) (negative bool, magnitude uint64) {
	switch x := any(k).(type) {
	case float32:
		w := math.Float32bits(x)
		return w>>31 != 0, uint64(w &^ (1 << 31))
	case float64:
		w := math.Float64bits(x)
		return w>>63 != 0, w &^ (1 << 63)
	}
	if k < 0 {
		return true, uint64(-int64(k))
	}
	return false, uint64(k)
}

func before[K Key](a, b K) bool {
	an, am := place(a)
	bn, bm := place(b)
	if an != bn {
		return an
	}
	if an {
		return am > bm
	}
	return am < bm
}

// ordered returns the indices of keys in order: the oracle of all sorts.
func ordered[K Key](keys []K, order Order) []uint32 {
	indices := make([]uint32, len(keys))
	for i := range indices {
		indices[i] = uint32(i)
	}
	slices.SortStableFunc(indices, func(i, j uint32) int {
		a, b := keys[i], keys[j]
		if order == Descending {
			a, b = b, a
		}
		switch {
		case before(a, b):
			return -1
		case before(b, a):
			return 1
		}
		return 0
	})
	return indices
}

func picked[T any](items []T, indices []uint32) []T {
	all := make([]T, len(indices))
	for i, from := range indices {
		all[i] = items[from]
	}
	return all
}

func must[R any](t *testing.T) func(r R, err error) R {
	return func(r R, err error) R {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type named struct {
	Name string
	At   *int
}

// The sorts of checkSorts.
const (
	theIndices = iota
	theFirst
	theKeys
	theValues
	theNames
)

// sortTaken reports whether a run takes a sort of a type. On OpenGL an ordinary run takes each sort
// of words, and of the types that share their kernels. Of each other type it takes one.
func sortTaken(t gpu.Type, sort int) bool {
	one, ok := map[gpu.Type]int{gpu.Int32: theKeys, gpu.Float32: theKeys, gpu.Uint64: theValues, gpu.Int64: theKeys, gpu.Float64: theFirst}[t]
	return !ok || one == sort || shared != onGL || gputest.Nightly()
}

// checkSorts compares every sort of some keys with the oracle.
func checkSorts[K Key](t *testing.T, keys []K, order Order, k int) {
	t.Helper()
	what := fmt.Sprintf("%T, n=%d, %v: ", keys, len(keys), order)
	want := ordered(keys, order)
	sorted := picked(keys, want)
	same := slices.Clone(keys)

	if sortTaken(typeOf[K](), theIndices) {
		equal(t, what+"Argsort", must[[]uint32](t)(Argsort(keys, order)), want)
		equal(t, what+"Argsort's keys", keys, same)
	}
	if sortTaken(typeOf[K](), theFirst) {
		first, indices, err := TopK(keys, k, order)
		ok(t, err)
		equal(t, what+"TopK's keys", first, sorted[:min(k, len(keys))])
		equal(t, what+"TopK's indices", indices, want[:min(k, len(keys))])
		equal(t, what+"TopK's source", keys, same)
	}
	if sortTaken(typeOf[K](), theKeys) {
		got := slices.Clone(keys)
		ok(t, Sort(got, order))
		equal(t, what+"Sort", got, sorted)
	}
	got, values := slices.Clone(keys), make([]int32, len(keys))
	names := make([]named, len(keys))
	for i := range values {
		values[i] = int32(-i)
		names[i] = named{Name: fmt.Sprint(i)}
	}
	wantValues, wantNames := picked(values, want), picked(names, want)
	if sortTaken(typeOf[K](), theValues) {
		ok(t, SortBy(got, values, order))
		equal(t, what+"SortBy's keys", got, sorted)
		equal(t, what+"SortBy's values", values, wantValues)
	}
	if !sortTaken(typeOf[K](), theNames) {
		return
	}
	got = slices.Clone(keys)
	ok(t, SortBy(got, names, order))
	equal(t, what+"SortBy's keys beside names", got, sorted)
	if !slices.Equal(names, wantNames) {
		t.Errorf("%sSortBy's names differ", what)
	}
}

func testSorts[K Key](t *testing.T) {
	t.Run(fmt.Sprintf("%T", *new(K)), func(t *testing.T) {
		both(t, func(t *testing.T) {
			if shared == onGL && !gputest.Share(int(typeOf[K]()), 2) {
				return // half of the types, as package radix sorts all of them
			}
			r := rand.New(rand.NewSource(1))
			for i, n := range sizes {
				checkSorts(t, random[K](r, n), Order(i%2), []int{0, 1, n / 2, n + 1}[i%4])
			}
			checkSorts(t, random[K](r, 777), Descending, 9)
		})
	})
}

func TestSorts(t *testing.T) {
	testSorts[uint32](t)
	testSorts[int32](t)
	testSorts[float32](t)
	testSorts[uint64](t)
	testSorts[int64](t)
	testSorts[float64](t)
	testSorts[uint16](t)
	testSorts[uint8](t)
	testSorts[int16](t)
	testSorts[int8](t)
	testSorts[int](t)
	testSorts[uint](t)
}
