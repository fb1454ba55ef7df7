// SPDX-License-Identifier: MIT

package reduce

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// reduced is the plain loop over items of words.
func reduced(o gputest.Oracle, words []uint32) []uint32 {
	sum := o.Identity
	for i := 0; i < len(words); i += o.Words {
		sum = o.Combine(sum, words[i:i+o.Words])
	}
	return sum
}

// expected is what an operator leaves of items, mean and arg too.
func expected(o Options, words []uint32) []uint32 {
	size := o.Type.Bytes() / 4
	n := len(words) / size
	switch o.Op {
	case Mean:
		return mean(o.Type, words, n)
	case ArgMin, ArgMax:
		best := -1
		for i := range n {
			if best < 0 || better(o, words[i*size:i*size+size], words[best*size:best*size+size]) {
				best = i
			}
		}
		if best < 0 {
			none := gputest.OracleOf(ops[o.Op].of, o.Type).Identity
			return append(slices.Clone(none), math.MaxUint32)
		}
		return append(slices.Clone(words[best*size:best*size+size]), uint32(best))
	case Statistics:
		o.Op = ArgMin
		low := expected(o, words)
		o.Op = ArgMax
		high := expected(o, words)
		return slices.Concat(reduced(gputest.OracleOf(gpu.Sum, o.Type), words), low[:size], high[:size], low[size:], high[size:])
	}
	return reduced(gputest.OracleOf(ops[o.Op].of, o.Type), words)
}

// Reductions have all built-in operators, by the same names.
func TestOpsHaveAllBuiltInOperators(t *testing.T) {
	for _, op := range kernel.Ops {
		if !slices.ContainsFunc(ops[:], func(o struct {
			name string
			of   gpu.Op
		}) bool {
			return o.of == op && o.name == op.String()
		}) {
			t.Errorf("ops in reduce/options.go has no row of %v", op)
		}
	}
}

// better says whether a wins over an earlier b.
func better(o Options, a, b []uint32) bool {
	var c int
	switch o.Type {
	case gpu.Uint32:
		c = cmp.Compare(a[0], b[0])
	case gpu.Int32:
		c = cmp.Compare(int32(a[0]), int32(b[0]))
	case gpu.Uint64:
		c = cmp.Compare(uint64(a[1])<<32|uint64(a[0]), uint64(b[1])<<32|uint64(b[0]))
	case gpu.Int64:
		c = cmp.Compare(int64(a[1])<<32|int64(a[0]), int64(b[1])<<32|int64(b[0]))
	case gpu.Float32, gpu.Float64:
		x, y := float64(math.Float32frombits(a[0])), float64(math.Float32frombits(b[0]))
		if o.Type == gpu.Float64 {
			x, y = double(a), double(b)
		}
		switch {
		case x != x:
			return false
		case y != y:
			return true
		case x == 0 && y == 0: // -0 is below +0
			c = cmp.Compare(b[len(b)-1], a[len(a)-1])
		default:
			c = cmp.Compare(x, y)
		}
	}
	return o.Op == ArgMin && c < 0 || o.Op == ArgMax && c > 0
}

func mean(t gpu.Type, words []uint32, n int) []uint32 {
	n = max(n, 1)
	switch t {
	case gpu.Uint32, gpu.Int32:
		var sum int64
		for _, w := range words {
			if t == gpu.Int32 {
				sum += int64(int32(w))
			} else {
				sum += int64(w)
			}
		}
		return []uint32{math.Float32bits(float32(float64(sum) / float64(n)))}
	}
	sums := reduced(gputest.OracleOf(gpu.Sum, t), words)
	if t == gpu.Float64 {
		bits := math.Float64bits(double(sums) / float64(n))
		return []uint32{uint32(bits), uint32(bits >> 32)}
	}
	for i, w := range sums {
		sums[i] = math.Float32bits(math.Float32frombits(w) / float32(n))
	}
	return sums
}

// near allows a mean two steps of rounding; everything else is exact.
func near(o Options, got, want []uint32) bool {
	if o.Op != Mean {
		return slices.Equal(got, want)
	}
	if o.Type == gpu.Float64 {
		return math.Abs(double(got)-double(want)) <= 1e-15*math.Abs(double(want))
	}
	for i := range want {
		x, y := float64(math.Float32frombits(got[i])), float64(math.Float32frombits(want[i]))
		if math.Abs(x-y) > 2.5e-7*math.Abs(y) {
			return false
		}
	}
	return true
}

// double is a float64 by its words.
func double(words []uint32) float64 {
	return math.Float64frombits(uint64(words[1])<<32 | uint64(words[0]))
}

// types are the types of built-in operators.
func types() []gpu.Type { return gputest.TypesWithFloat64() }

// has says whether an operator is there for a type.
func has(o Options) bool {
	_, err := o.plan()
	return err == nil
}

// An ordinary run takes words by each operator, a quarter of the other types by operators, and
// float64 by three.
func TestReduceEveryOperatorTypeSizeAndLanePath(t *testing.T) {
	dev := gputest.Device(t)
	for op := Sum; op.known(); op++ {
		gputest.Run(t, dev, op.String(), func(t *testing.T) {
			for i, typ := range types() {
				if !has(Options{Op: op, Type: typ}) || i > 0 && typ != gpu.Float64 && !gputest.Share(i+int(op)+3, 4) {
					continue
				}
				if more := typ == gpu.Float64 && op > Min || op == Statistics && i > 0; more && !gputest.Nightly() {
					continue // Statistics compares as the others do
				}
				gputest.Run(t, dev, typ.String(), func(t *testing.T) {
					for _, tune := range gputest.Turn(dev, i+int(op)) {
						gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
							o := Options{Op: op, Type: typ, Tuning: tune}
							red, err := New(dev, o)
							if err != nil {
								t.Fatal(err)
							}
							like := gpu.Min // any items
							if op == Sum || op == Mean || op == Statistics {
								like = gpu.Sum
							}
							sizes := gputest.Sizes(red.shape)
							if typ != gpu.Uint32 {
								sizes = []int{0, 1, 33, red.shape.TileSize() + 1, sizes[len(sizes)-1]}
							}
							for _, n := range sizes {
								gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
									r := rand.New(rand.NewSource(1))
									words := gputest.Items(r, like, typ, n)
									src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, red.plan.dstBytes/4)
									for range 2 { // the second shows that the first left its ticket as it found it
										if err := red.Reduce(dst.View(), src.View(), gpu.N(n)); err != nil {
											t.Fatal(err)
										}
									}
									if got, want := dst.Get(), expected(o, words); !near(o, got, want) {
										t.Fatalf("%v of %d %v, %v lanes, %d workers: %#x, want %#x", op, n, typ, tune.Lanes, tune.Workers, got, want)
									}
									gputest.Equal(t, "src", src.Get(), words)
									src.Free()
									dst.Free()
								})
							}
							red.Release()
						})
					}
				})
			}
		})
	}
	// 8 types: all three of each, 6 means, 2 x 6 arguments, 6 statistics.
	tried := 0
	for op := Sum; op.known(); op++ {
		for _, typ := range append(slices.Clone(gputest.NumberTypes), gpu.Float64) {
			if has(Options{Op: op, Type: typ}) {
				tried++
			}
		}
	}
	if tried != 8*3+6+12+6 {
		t.Errorf("%d combinations tried, expected %d", tried, 8*3+6+12+6)
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
	words := gputest.Items(rand.New(rand.NewSource(2)), gpu.Sum, gpu.Uint32, limit+100)
	src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, 1)
	for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, math.MaxUint32} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			words := gputest.Items(rand.New(rand.NewSource(2)), gpu.Sum, gpu.Uint32, limit+100)
			count := gputest.Words(t, dev, []uint32{n})
			if err := red.Reduce(dst.View(), src.View(), gpu.CountAt(count.View(), limit)); err != nil {
				t.Fatal(err)
			}
			used := min(n, limit)
			if got, want := dst.Get()[0], expected(Options{}, words[:used])[0]; got != want {
				t.Errorf("count %d: %#x, want %#x", n, got, want)
			}
			err := dev.Check()
			if over := n > limit; over != errors.Is(err, gpu.ErrCount) {
				t.Errorf("count %d of at most %d: Check says %v", n, limit, err)
			}
			count.Free()
		})
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
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			if err := red.Reduce(c.dst, c.src, c.n); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", c.name, err, c.want)
			}
		})
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

func TestAtomicSumConditions(t *testing.T) {
	able := gpu.Caps{Int64Atomics: []string{"GL_NV_shader_atomic_int64"}}
	khr, ballot := kernel.Shape{Lanes: gpu.LanesKHR}, kernel.Shape{Lanes: gpu.LanesBallot}
	for _, c := range []struct {
		o    Options
		caps gpu.Caps
		s    kernel.Shape
		want bool
	}{
		{Options{}, able, khr, true}, {Options{Type: gpu.Int32}, able, khr, true},
		{Options{}, gpu.Caps{}, khr, false}, {Options{}, able, ballot, false}, {Options{Custom: &box}, able, khr, false},
		{Options{Op: Min}, able, khr, false}, {Options{Op: Mean}, able, khr, false}, {Options{Type: gpu.Float32}, able, khr, false},
		{Options{Type: gpu.Uint64}, able, khr, false},
	} {
		t.Run(fmt.Sprintf("%v,%v,%v,want=%v", c.o.Op, c.o.Type, c.s.Lanes, c.want), func(t *testing.T) {
			if got := c.o.addsUp(c.caps, c.s); got != c.want {
				t.Errorf("%v of %v by %v: %v", c.o.Op, c.o.Type, c.s.Lanes, got)
			}
		})
	}
}

func TestShadersReduce(t *testing.T) {
	var all []kernel.Spec
	for i, shape := range gputest.Shapes() {
		some := []Options{
			{}, {Op: Min, Type: gpu.Vec2}, {Op: ArgMax, Type: gpu.Float32}, {Op: Mean, Type: gpu.Int32},
			{Segmented: true}, {Op: Min, Type: gpu.Vec4, Segmented: true}, {Custom: &box}, {Custom: &box, Segmented: true}, {Op: ArgMin, Type: gpu.Uint64, Segmented: true},
			{Op: Statistics, Type: gpu.Float32}, {Op: Statistics, Type: gpu.Int64, ByKey: true, KeyBytes: 12}, {Custom: &box, ByKey: true}, {ByKey: true},
			{Type: gpu.Float64}, {Op: Mean, Type: gpu.Float64, Segmented: true}, {Op: Statistics, Type: gpu.Float64}, {Op: ArgMin, Type: gpu.Float64},
			{Op: Max, Type: gpu.Float64, ByKey: true}, {Type: gpu.Float32, Compensated: true}, {Type: gpu.Float32, Compensated: true, ByKey: true},
		}
		some = append(some, compensatedVectors()[i%3:][:2]...)
		if i%3 == 1 { // subgroups of 8 and 64, ballots of 16, neither
			some = append(some, inputOptions()...)
			some = append(some, Options{Input: gpu.InputStrided, Segmented: true}, Options{Input: gpu.InputStrided, Op: Statistics}, Options{Input: gpu.InputStrided, Custom: &ordered})
		}
		for _, o := range some {
			o, p, err := o.prepare("New")
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []gpu.Caps{{}, {Int64Atomics: []string{"GL_ARB_gpu_shader_int64", "GL_NV_shader_atomic_int64"}}} {
				all = append(all, specs(c, o.shape(shape, p), p, o)...)
			}
			if o.inOnePass(p) {
				single := o.shape(shape, p)
				single.Algorithm = gpu.SinglePass
				all = append(all, specs(gpu.Caps{}, single, p, o)...)
			}
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
	for i, count := range []gpu.Count{gpu.N(n), gpu.N(1), gpu.CountAt(gputest.Words(t, dev, []uint32{n}).View(), n)} {
		run := func() {
			if err := op.Reduce(dst, src, count); err != nil {
				t.Fatal(err)
			}
		}
		run() // warm-up: scratch
		if allocs := testing.AllocsPerRun(10, run); allocs != 0 {
			t.Errorf("%v allocations a call with count %d", allocs, i)
		}
	}
}
