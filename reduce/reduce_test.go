// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"math"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// oracle is the plain loop, on the words as they lie in the buffer.
func oracle(o Options, words []uint32) uint32 {
	switch o.Type {
	case Int32:
		acc := [...]int32{0, math.MaxInt32, math.MinInt32}[o.Op]
		for _, w := range words {
			acc = fold(o.Op, acc, int32(w))
		}
		return uint32(acc)
	case Float32:
		acc := [...]float64{0, math.Inf(1), math.Inf(-1)}[o.Op]
		for _, w := range words {
			acc = fold(o.Op, acc, float64(math.Float32frombits(w)))
		}
		return math.Float32bits(float32(acc))
	}
	acc := [...]uint32{0, math.MaxUint32, 0}[o.Op]
	for _, w := range words {
		acc = fold(o.Op, acc, w)
	}
	return acc
}

func fold[T uint32 | int32 | float64](op Op, a, b T) T {
	switch op {
	case Min:
		return min(a, b)
	case Max:
		return max(a, b)
	}
	return a + b
}

func items(r *rand.Rand, t Type, n int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = r.Uint32()
		if t == Float32 {
			words[i] = math.Float32bits(float32(r.NormFloat64() * 100))
		}
	}
	return words
}

// near allows a float sum the rounding of its partial sums; everything else is exact.
func near(o Options, got, want uint32, words []uint32) bool {
	if got == want || o.Type != Float32 || o.Op != Sum {
		return got == want
	}
	var magnitude float64
	for _, w := range words {
		magnitude += math.Abs(float64(math.Float32frombits(w)))
	}
	return math.Abs(float64(math.Float32frombits(got))-float64(math.Float32frombits(want))) <= 1e-6*magnitude
}

func TestReduceEveryOperatorTypeSizeAndLanePath(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(1))
	for _, tune := range gputest.Tunings(dev) {
		for _, op := range []Op{Sum, Min, Max} {
			for _, typ := range []Type{Uint32, Int32, Float32} {
				o := Options{Op: op, Type: typ, Tuning: tune}
				red, err := New(dev, o)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range gputest.Sizes(red.kernel.Shape()) {
					words := items(r, typ, n)
					src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, 1)
					if err := red.Reduce(dst.View(), src.View(), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					if got, want := dst.Get()[0], oracle(o, words); !near(o, got, want, words) {
						t.Fatalf("%v of %d %v, %v lanes, %d workers: %#x, want %#x", op, n, typ, tune.Lanes, tune.Workers, got, want)
					}
					gputest.Equal(t, "src", src.Get(), words)
					src.Free()
					dst.Free()
				}
				red.Release()
			}
		}
	}
}

func TestReduceCountOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	red, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer red.Release()
	const limit = 5000
	words := items(rand.New(rand.NewSource(2)), Uint32, limit+100)
	src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, 1)
	for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, math.MaxUint32} {
		count := gputest.Words(t, dev, []uint32{n})
		if err := red.Reduce(dst.View(), src.View(), gpu.CountAt(count.View(), limit)); err != nil {
			t.Fatal(err)
		}
		used := min(n, limit)
		if got, want := dst.Get()[0], oracle(Options{}, words[:used]); got != want {
			t.Errorf("count %d: %#x, want %#x", n, got, want)
		}
		err := dev.Check()
		if over := n > limit; over != errors.Is(err, gpu.ErrCount) {
			t.Errorf("count %d of at most %d: Check says %v", n, limit, err)
		}
		count.Free()
	}
}

func TestReduceRefuses(t *testing.T) {
	dev := gputest.Device(t)
	red, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, dst := gputest.Words(t, dev, make([]uint32, 10)), gputest.Fresh(t, dev, 1)
	none, _ := dst.View().Slice(0, 0)
	inside, _ := src.View().Slice(4, 8)
	for _, c := range []struct {
		name     string
		dst, src gpu.View
		n        gpu.Count
		want     error
	}{
		{"more than src holds", dst.View(), src.View(), gpu.N(11), gpu.ErrView},
		{"negative", dst.View(), src.View(), gpu.N(-1), gpu.ErrCount},
		{"past the largest", dst.View(), src.View(), gpu.N(gpu.MaxItems + 1), gpu.ErrCount},
		{"no src", dst.View(), gpu.View{}, gpu.N(1), gpu.ErrView},
		{"no room in dst", none, src.View(), gpu.N(1), gpu.ErrView},
		{"dst in src", inside, src.View(), gpu.N(10), gpu.ErrOverlap},
		{"count without a word", dst.View(), src.View(), gpu.CountAt(gpu.View{}, 5), gpu.ErrCount},
	} {
		if err := red.Reduce(c.dst, c.src, c.n); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	red.Release()
	if err := red.Reduce(dst.View(), src.View(), gpu.N(1)); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
	for _, o := range []Options{{Op: 9}, {Type: -1}, {Tuning: gpu.Tuning{Lanes: 9}}, {Tuning: gpu.Tuning{Workers: -1}}} {
		if _, err := New(dev, o); err == nil {
			t.Errorf("New(%+v) succeeded", o)
		}
	}
}

func TestShadersReduce(t *testing.T) {
	var all []gpu.Spec
	for _, shape := range gputest.Shapes() {
		for _, o := range []Options{{}, {Op: Min, Type: Int32}, {Op: Max, Type: Float32}} {
			s, err := spec(shape, o)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, s)
		}
	}
	gputest.Validate(t, all)
}

func TestReduceAllocatesNothing(t *testing.T) {
	dev := gputest.Device(t)
	op, err := New(dev, Options{Tuning: gpu.Tuning{Workers: 3}})
	if err != nil {
		t.Fatal(err)
	}
	defer op.Release()
	const n = 50_000
	src, dst := gputest.Fresh(t, dev, n).View(), gputest.Fresh(t, dev, 1).View()
	for _, count := range []gpu.Count{gpu.N(n), gpu.N(1), gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)} {
		run := func() {
			if err := op.Reduce(dst, src, count); err != nil {
				t.Fatal(err)
			}
		}
		run() // warm-up: scratch
		if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
			t.Errorf("%v allocations a call", allocs)
		}
	}
}
