// SPDX-License-Identifier: MIT

package reduce

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// affine composes x -> a x + b, which is not commutative, of records with b and a. Its results are
// the values at 1, with the number of items.
var affine = Custom{
	Operator: gpu.Operator{
		GLSL: `struct Affine { uint a; uint b; };
Affine map(uvec2 r, uint i) { return Affine(r.y | 1u, r.x + i); }
Affine combine(Affine f, Affine g) { return Affine(f.a * g.a, g.a * f.b + g.b); }
uvec2 finish(Affine f, uint n) { return uvec2(f.a + f.b, n); }`,
		Item: "Affine", Bytes: 8, Identity: "Affine(1u, 0u)",
	},
	Record: "uvec2", RecordBytes: 8, Result: "uvec2", ResultBytes: 8, Ordered: true,
}

// byKeyOptions are options of TestReduceByKeyEveryLanePath. An index is that of its tunings
// (gputest.Turn).
func byKeyOptions() []Options {
	return []Options{
		{ByKey: true}, {ByKey: true, Op: Statistics, Type: gpu.Int32, KeyBytes: 12}, {ByKey: true, Custom: &affine},
		{ByKey: true, Op: ArgMax, Type: gpu.Float32, KeyBytes: 8}, {ByKey: true, Op: Mean, Type: gpu.Int32},
		{ByKey: true, Op: Min, Type: gpu.Vec4, KeyBytes: 8}, {ByKey: true, Op: Max, Type: gpu.Float32}, {ByKey: true, Type: gpu.Int64},
	}
}

// expectedRun is the result of the items of a run from one index on.
func expectedRun(o Options, words []uint32, from int) []uint32 {
	if o.Custom != nil {
		a, b := uint32(1), uint32(0)
		for i := 0; i < len(words); i += 2 {
			ga, gb := words[i+1]|1, words[i]+uint32(from+i/2)
			a, b = a*ga, ga*b+gb
		}
		return []uint32{a + b, uint32(len(words) / 2)}
	}
	want, each := expected(o, words), o.Type.Bytes()/4
	switch o.Op {
	case ArgMin, ArgMax:
		want[each] += uint32(from)
	case Statistics:
		want[3*each] += uint32(from)
		want[3*each+1] += uint32(from)
	}
	return want
}

// runLengths are lengths of runs of n items.
func runLengths(r *rand.Rand, n, tile int) map[string][]int {
	cut := func(next func() int) (all []int) {
		for at := 0; at < n; {
			length := min(max(1, next()), n-at)
			all = append(all, length)
			at += length
		}
		return all
	}
	return map[string][]int{
		"one":       cut(func() int { return n }),
		"ones":      cut(func() int { return 1 }),
		"twos":      cut(func() int { return 2 }),
		"tiles":     cut(func() int { return tile }),
		"tiles - 1": cut(func() int { return tile - 1 }),
		"tiles + 1": cut(func() int { return tile + 1 }),
		"mixed":     cut(func() int { return []int{1, 2, r.Intn(9), r.Intn(2 * tile)}[r.Intn(4)] }),
	}
}

// An ordinary run takes three operators: words, a caller's, and vectors by keys of two words.
func TestReduceByKeyEveryLanePath(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for i, o := range byKeyOptions() {
		if !slices.Contains([]int{0, 2, 5}, i) && !gputest.Nightly() {
			continue
		}
		gputest.Run(t, dev, fmt.Sprintf("%v,%v,custom=%v", o.Op, o.Type, o.Custom != nil), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				if tune.Workers == 7 && i > 0 {
					continue // the same kernels as with 3
				}
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					o := o
					o.Tuning = tune
					if _, p, err := o.prepare("New"); err != nil || !o.inOnePass(p) {
						o.Algorithm = gpu.ReduceThenScan // the only form
					}
					red, err := New(dev, o)
					if err != nil {
						t.Fatal(err)
					}
					defer red.Release()
					forms := []*Reducer{red}
					if red.tiles != nil {
						forms = red.forms() // one for each tile size
					}
					for _, form := range forms {
						form.tryLengths(t, dev)
					}
				})
			}
		})
	}
}

// tryLengths reduces runs of many lengths, of numbers of items at every edge.
func (r *Reducer) tryLengths(t *testing.T, dev *gpu.Device) {
	tile := r.shape.TileSize()
	for _, n := range []int{0, 1, 2, r.shape.LaneCount + 1, tile, tile + 1, tile*r.shape.Workers*2 + 5} {
		gputest.Run(t, dev, fmt.Sprintf("tile %d, n=%d", tile, n), func(t *testing.T) {
			random := rand.New(rand.NewSource(int64(n)))
			for name, lengths := range runLengths(random, n, tile) {
				gputest.Run(t, dev, name, func(t *testing.T) { r.tryByKey(t, dev, random, n, lengths) })
			}
		})
	}
}

// tryByKey reduces n items in runs of these lengths, with the number on the GPU below its maximum.
// Keys and items begin at a multiple of four words, or not.
func (r *Reducer) tryByKey(t *testing.T, dev *gpu.Device, random *rand.Rand, n int, lengths []int) {
	const spare = 3 // items behind the number
	each, typ := r.plan.srcBytes/4, r.o.Type
	if r.o.Custom != nil {
		typ = gpu.Uint64
	}
	words, keyWords, result := gputest.Items(random, gpu.Sum, typ, n+spare), r.o.KeyBytes/4, r.plan.dstBytes/4
	keys := make([]uint32, (n+spare)*keyWords)
	dst, runKeys := gputest.WordsAt(t, dev, make([]uint32, (n+spare)*result), result), gputest.Fresh(t, dev, (n+spare)*keyWords)
	wantDst, wantKeys := dst.Get(), runKeys.Get()
	at, key := 0, random.Uint32()
	for s, length := range lengths {
		key += 1 + uint32(random.Intn(3)) // the neighbour's differs
		for k := range keyWords {
			wantKeys[s*keyWords+k] = 5
		}
		wantKeys[s*keyWords+s%keyWords] = key
		for i := at; i < at+length; i++ {
			copy(keys[i*keyWords:], wantKeys[s*keyWords:(s+1)*keyWords])
		}
		copy(wantDst[s*result:], expectedRun(r.o, words[at*each:(at+length)*each], at))
		at += length
	}
	for i := n * keyWords; i < len(keys); i++ {
		keys[i] = key
	}
	src, by := gputest.WordsAt(t, dev, words, (3+random.Intn(2))*each), gputest.WordsAt(t, dev, keys, 67+random.Intn(2))
	runs, count := gputest.Fresh(t, dev, 1), gputest.Words(t, dev, []uint32{uint32(n)})
	defer func() {
		for _, g := range []*gputest.Guarded{src, by, runs, count, dst, runKeys} {
			g.Free()
		}
	}()
	numbers := []gpu.Count{gpu.N(n), gpu.CountAt(count.View(), n+spare)}
	for _, number := range numbers {
		c := ByKey{Keys: by.View(), Src: src.View(), N: number, RunKeys: runKeys.View(), Dst: dst.View(), Runs: runs.View()}
		if err := r.ReduceByKey(c); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "runs", runs.Get(), []uint32{uint32(len(lengths))})
		gputest.Equal(t, "keys", runKeys.Get(), wantKeys)
		got := dst.Get()
		for s := 0; s < len(got); s += result {
			if !near(r.o, got[s:s+result], wantDst[s:s+result]) {
				t.Fatalf("result %d of %d: %#x, want %#x", s/result, len(lengths), got[s:s+result], wantDst[s:s+result])
			}
		}
		gputest.Equal(t, "src", src.Get(), words)
		gputest.Equal(t, "the keys of items", by.Get(), keys)
	}
}

func TestReduceByKeyRefuses(t *testing.T) {
	dev := gputest.Device(t)
	for what, o := range map[string]Options{
		"both":        {ByKey: true, Segmented: true},
		"a key of 6":  {ByKey: true, KeyBytes: 6},
		"a key of 68": {ByKey: true, KeyBytes: 68},
		"a vector":    {ByKey: true, Op: Statistics, Type: gpu.Vec2},
	} {
		if _, err := New(dev, o); !errors.Is(err, gpu.ErrArgument) {
			t.Errorf("%s: %v", what, err)
		}
	}
	red, err := New(dev, Options{ByKey: true, KeyBytes: 8})
	if err != nil {
		t.Fatal(err)
	}
	other, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Release()
	var views [5]gpu.View
	for i := range views {
		views[i] = gputest.Words(t, dev, make([]uint32, 20)).View()
	}
	good := ByKey{Keys: views[0], Src: views[1], N: gpu.N(10), RunKeys: views[2], Dst: views[3], Runs: views[4]}
	if err := red.ReduceByKey(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what  string
		spoil func(c *ByKey)
		want  error
		text  string
	}{
		{"more keys than there are", func(c *ByKey) { c.N = gpu.N(11) }, gpu.ErrView, "Keys holds 10 items of 8 bytes"},
		{"a negative number", func(c *ByKey) { c.N = gpu.N(-1) }, gpu.ErrCount, "the count is -1"},
		{"no src", func(c *ByKey) { c.Src = gpu.View{} }, gpu.ErrView, "src is the zero View"},
		{"no run keys", func(c *ByKey) { c.RunKeys = gpu.View{} }, gpu.ErrView, "RunKeys is the zero View"},
		{"no number of runs", func(c *ByKey) { c.Runs = gpu.View{} }, gpu.ErrView, "Runs is the zero View"},
		{"run keys are keys", func(c *ByKey) { c.RunKeys = c.Keys }, gpu.ErrOverlap, "RunKeys and Keys"},
		{"run keys are src", func(c *ByKey) { c.RunKeys = c.Src }, gpu.ErrOverlap, "RunKeys and Src"},
		{"dst is src", func(c *ByKey) { c.Dst = c.Src }, gpu.ErrOverlap, "dst and src"},
		{"dst is keys", func(c *ByKey) { c.Dst = c.Keys }, gpu.ErrOverlap, "Dst and Keys"},
		{"dst is run keys", func(c *ByKey) { c.Dst = c.RunKeys }, gpu.ErrOverlap, "Dst and RunKeys"},
		{"runs in dst", func(c *ByKey) { c.Runs = c.Dst }, gpu.ErrOverlap, "Dst and Runs"},
		{"runs in run keys", func(c *ByKey) { c.Runs = c.RunKeys }, gpu.ErrOverlap, "RunKeys and Runs"},
		{"runs in keys", func(c *ByKey) { c.Runs = c.Keys }, gpu.ErrOverlap, "Runs and Keys"},
		{"runs in src", func(c *ByKey) { c.Runs = c.Src }, gpu.ErrOverlap, "Runs and Src"},
		{"the number in runs", func(c *ByKey) { c.N = gpu.CountAt(c.Runs, 10) }, gpu.ErrOverlap, "the word of the count"},
		{"the number in run keys", func(c *ByKey) { c.N = gpu.CountAt(c.RunKeys, 10) }, gpu.ErrOverlap, "the word of the count"},
	} {
		gputest.Run(t, dev, c.what, func(t *testing.T) {
			bad := good
			c.spoil(&bad)
			if err := red.ReduceByKey(bad); !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
				t.Errorf("%v, want %v with %q", err, c.want, c.text)
			}
		})
	}
	if err := other.ReduceByKey(good); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("without ByKey: %v", err)
	}
	if err := red.Reduce(good.Dst, good.Src, good.N); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("Reduce with ByKey: %v", err)
	}
	if err := red.SegmentedReduce(good.Dst, good.Src, good.Keys, gpu.N(1), good.N); !errors.Is(err, gpu.ErrArgument) {
		t.Errorf("SegmentedReduce with ByKey: %v", err)
	}
	red.Release()
	if err := red.ReduceByKey(good); !errors.Is(err, gpu.ErrReleased) {
		t.Errorf("after Release: %v", err)
	}
}

// The caller's scratch is enough, and after Reserve a call allocates nothing.
func TestReduceByKeyInCallerScratch(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Paths(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			o := Options{ByKey: true, Tuning: tune}
			red, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			defer red.Release()
			bytes, err := ScratchBytes(dev.Caps(), o)
			if err != nil {
				t.Fatal(err)
			}
			scratch := gputest.Words(t, dev, make([]uint32, bytes/4))
			red.UseScratch(scratch.View())
			scratch.Fill(0xCDCDCDCD)
			n := 9 * red.largestTile()
			if err := red.Reserve(n); err != nil {
				t.Fatal(err)
			}
			keys, src := gputest.Words(t, dev, make([]uint32, n)), gputest.Words(t, dev, slices.Repeat([]uint32{3}, n))
			runKeys, dst, runs := gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, n), gputest.Fresh(t, dev, 1)
			c := ByKey{Keys: keys.View(), Src: src.View(), N: gpu.N(n), RunKeys: runKeys.View(), Dst: dst.View(), Runs: runs.View()}
			run := func() {
				if err := red.ReduceByKey(c); err != nil {
					t.Fatal(err)
				}
			}
			if allocs := testing.AllocsPerRun(5, run); allocs != 0 {
				t.Errorf("%v allocations a call", allocs)
			}
			if got := dst.Get()[0]; got != 3*uint32(n) || runs.Get()[0] != 1 {
				t.Errorf("%d in %d runs, want %d in 1", got, runs.Get()[0], 3*n)
			}
			scratch.Get()
			for _, spoil := range []func(c *ByKey){
				func(c *ByKey) { c.Keys = scratch.View() }, func(c *ByKey) { c.RunKeys = scratch.View() }, func(c *ByKey) { c.Runs = scratch.View() },
			} {
				bad := c
				bad.N = gpu.N(1)
				spoil(&bad)
				if err := red.ReduceByKey(bad); !errors.Is(err, gpu.ErrOverlap) {
					t.Errorf("scratch as an operand: %v", err)
				}
			}
		})
	}
}

// NaN, both zeros and infinities, with the oracle's loop and by hand.
func TestStatisticsOfSpecialFloats(t *testing.T) {
	dev := gputest.Device(t)
	red, err := New(dev, Options{Op: Statistics, Type: gpu.Float32})
	if err != nil {
		t.Fatal(err)
	}
	defer red.Release()
	inf, nan, zero := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		items        []float64
		minAt, maxAt uint32
	}{
		{[]float64{nan, 2, nan, -3, 2, -3}, 3, 1}, {[]float64{nan, nan}, 0, 0}, {[]float64{0, zero, 0, zero}, 1, 0}, {[]float64{inf, 1, -inf}, 2, 0},
		{nil, math.MaxUint32, math.MaxUint32},
	} {
		gputest.Run(t, dev, fmt.Sprint(c.items), func(t *testing.T) {
			words := make([]uint32, len(c.items))
			for i, x := range c.items {
				words[i] = math.Float32bits(float32(x))
			}
			src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, 5)
			if err := red.Reduce(dst.View(), src.View(), gpu.N(len(words))); err != nil {
				t.Fatal(err)
			}
			got := dst.Get()
			gputest.Equal(t, "statistics behind the sum", got[1:], expected(red.o, words)[1:])
			gputest.Equal(t, "places", got[3:], []uint32{c.minAt, c.maxAt})
		})
	}
}
