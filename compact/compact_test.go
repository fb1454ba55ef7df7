// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// oracle is the plain loop: records of stride words for which keep holds.
func oracle(words []uint32, stride int, keep func(i int) bool) []uint32 {
	out := []uint32{}
	for i := range len(words) / stride {
		if keep(i) {
			out = append(out, words[i*stride:(i+1)*stride]...)
		}
	}
	return out
}

// some words are zero: about percent of the records have one that is not, in a random place, and
// carry their index.
func some(r *rand.Rand, n, stride, percent int) []uint32 {
	words := make([]uint32, n*stride)
	for i := range n {
		if r.Intn(100) < percent {
			words[i*stride+r.Intn(stride)] = uint32(i) + 1
		}
	}
	return words
}

func nonzero(words []uint32, stride int) func(int) bool {
	return func(i int) bool {
		for _, w := range words[i*stride : (i+1)*stride] {
			if w != 0 {
				return true
			}
		}
		return false
	}
}

// check compares the kept records, what must not have been touched behind them, and the arguments.
func check(t *testing.T, c *Compactor, dst *gputest.Guarded, before, want []uint32, stride int) {
	t.Helper()
	got := dst.Get()
	gputest.Equal(t, "kept", got[:len(want)], want)
	gputest.Equal(t, "behind the kept", got[len(want):], before[len(want):])
	checkArgs(t, c, "kept", [3]int{len(want) / stride}, len(want)/stride)
}

// An ordinary run takes words on all paths, and each other stride on one.
func TestCompactEveryStrideSizeAndLanePath(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	strides := gputest.InNightly([]int{1, 3, 4, 10, 16}, []int{1, 3, 10})
	for i, stride := range strides {
		gputest.Run(t, dev, fmt.Sprint("stride=", stride), func(t *testing.T) {
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					c, err := New(dev, Options{Stride: stride * 4, VerticesPerItem: 6, ItemsPerGroup: 64, Tuning: tune})
					if err != nil {
						t.Fatal(err)
					}
					for i, n := range gputest.Sizes(c.movers[0].Shape()) {
						gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
							r := rand.New(rand.NewSource(1))
							words := some(r, n, stride, []int{0, 1, 50, 99, 100}[i%5])
							src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, n*stride)
							tryRecords(t, c, dst, src, words, stride)
						})
					}
					c.Release()
				})
			}
		})
	}
}

// tryRecords compacts words, which src has, looks at all there is, and frees both.
func tryRecords(t *testing.T, c *Compactor, dst, src *gputest.Guarded, words []uint32, stride int) {
	t.Helper()
	before := dst.Get()
	if err := c.Compact(dst.View(), src.View(), gpu.N(len(words)/stride)); err != nil {
		t.Fatal(err)
	}
	check(t, c, dst, before, oracle(words, stride, nonzero(words, stride)), stride)
	gputest.Equal(t, "src", src.Get(), words)
	src.Free()
	dst.Free()
}

func TestCompactKeepsAtEveryPercentage(t *testing.T) {
	dev := gputest.Device(t)
	c, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	const n = 30011
	for _, percent := range []int{0, 1, 25, 50, 75, 99, 100} {
		gputest.Run(t, dev, fmt.Sprint("percent=", percent), func(t *testing.T) {
			r := rand.New(rand.NewSource(3))
			words := some(r, n, 1, percent)
			src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, n)
			before := dst.Get()
			if err := c.Compact(dst.View(), src.View(), gpu.N(n)); err != nil {
				t.Fatal(err)
			}
			check(t, c, dst, before, oracle(words, 1, nonzero(words, 1)), 1)
			src.Free()
			dst.Free()
		})
	}
}

const young = `struct Particle { vec2 at; float age; float life; uint id; };
bool keep(Particle p)
{
	return p.age < p.life && (p.id & 1u) == 0u;
}`

func TestCompactByPredicate(t *testing.T) {
	dev := gputest.Device(t)
	const stride = 6 // vec2 aligns the struct to 8 bytes: 20 bytes of members, 24 in an array
	paths := gputest.InNightly(gputest.Tunings(dev), gputest.Paths(dev))
	for path, tune := range paths {
		if !firstOrLast(path, len(paths)) {
			continue // both algorithms, on different lanes
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			c, err := New(dev, Options{Stride: stride * 4, Predicate: young, Record: "Particle", Name: "young.glsl", Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{0, 1, 1000, 20011} {
				gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
					r := rand.New(rand.NewSource(5))
					words := make([]uint32, n*stride)
					for i := range n {
						words[i*stride+2] = math.Float32bits(r.Float32())
						words[i*stride+3] = math.Float32bits(r.Float32())
						words[i*stride+4] = r.Uint32()
					}
					keep := func(i int) bool {
						p := words[i*stride:]
						return math.Float32frombits(p[2]) < math.Float32frombits(p[3]) && p[4]&1 == 0
					}
					// A whole number of records before, as in a sub-range of an array of them.
					src, dst := gputest.WordsAt(t, dev, words, 5*stride), gputest.Fresh(t, dev, n*stride)
					before := dst.Get()
					if err := c.Compact(dst.View(), src.View(), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					check(t, c, dst, before, oracle(words, stride, keep), stride)
					src.Free()
					dst.Free()
				})
			}
			c.Release()
		})
	}
}

// Words of built-in types are moved bit for bit, NaN and subnormal numbers too.
func TestCompactWordsByPredicate(t *testing.T) {
	dev := gputest.Device(t)
	odd := []uint32{0, 1, 2, 0x7FFFFFFF, 0x80000000, 0x80000001, 0x7FC01234, 0xFF800000, 0xFFFFFFFF, math.Float32bits(-2.5), math.Float32bits(1)}
	for _, of := range []struct {
		record, predicate string
		keep              func(w uint32) bool
	}{
		{"uint", "bool keep(uint v) { return v > 2u; }", func(w uint32) bool { return w > 2 }},
		{"int", "bool keep(int v) { return v < 2; }", func(w uint32) bool { return int32(w) < 2 }},
		{"float", "bool keep(float v) { return (floatBitsToUint(v) & 2u) == 0u; }", func(w uint32) bool { return w&2 == 0 }},
	} {
		for path, tune := range gputest.Paths(dev) {
			if tune.Lanes != gpu.LanesKHR && path > 0 {
				continue // other lanes get the records
			}
			gputest.Run(t, dev, of.record+"/"+gputest.Name(tune), func(t *testing.T) {
				c, err := New(dev, Options{Predicate: of.predicate, Record: of.record, Tuning: tune})
				if err != nil {
					t.Fatal(err)
				}
				defer c.Release()
				for _, n := range []int{0, 1, len(odd), 5003} {
					gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
						r := rand.New(rand.NewSource(6))
						words := make([]uint32, n)
						for i := range words {
							if words[i] = r.Uint32(); i < len(odd) {
								words[i] = odd[i]
							}
						}
						src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, n)
						defer src.Free()
						defer dst.Free()
						before := dst.Get()
						if err := c.Compact(dst.View(), src.View(), gpu.N(n)); err != nil {
							t.Fatal(err)
						}
						check(t, c, dst, before, oracle(words, 1, func(i int) bool { return of.keep(words[i]) }), 1)
					})
				}
			})
		}
	}
}

func TestCompactPredicateErrorsNameTheLine(t *testing.T) {
	dev := gputest.Device(t)
	_, err := New(dev, Options{Stride: 24, Predicate: strings.Replace(young, "p.life", "p.lief", 1), Record: "Particle", Name: "young.glsl"})
	if !errors.Is(err, gpu.ErrShader) || !strings.Contains(err.Error(), "young.glsl:4") {
		t.Errorf("misspelt member: %v", err)
	}
	gputest.DropMessages(t, dev)
	_, err = New(dev, Options{Stride: 20, Predicate: young, Record: "Particle"})
	if !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), "Stride is 20, want 24") {
		t.Errorf("wrong stride: %v", err)
	}
}

func TestCompactCountsStayOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	r := rand.New(rand.NewSource(6))
	c, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := New(dev, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	defer second.Release()
	const limit = 5000
	words := some(r, limit, 1, 40)
	for _, n := range []uint32{0, 1, limit - 1, limit, limit + 1, math.MaxUint32} {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			count := gputest.Words(t, dev, []uint32{n})
			src, dst, again := gputest.Words(t, dev, words), gputest.Fresh(t, dev, limit), gputest.Fresh(t, dev, limit)
			if err := c.Compact(dst.View(), src.View(), gpu.CountAt(count.View(), limit)); err != nil {
				t.Fatal(err)
			}
			used := words[:min(n, limit)]
			want := oracle(used, 1, nonzero(used, 1))
			gputest.Equal(t, "kept", dst.Get()[:len(want)], want)
			// The first result's count feeds the second, which keeps everything.
			if err := second.Compact(again.View(), dst.View(), c.Result().Count); err != nil {
				t.Fatal(err)
			}
			gputest.Equal(t, "kept twice", again.Get()[:len(want)], want)
			if err := dev.Check(); (n > limit) != errors.Is(err, gpu.ErrCount) {
				t.Errorf("count %d of at most %d: Check says %v", n, limit, err)
			}
			for _, g := range []*gputest.Guarded{count, src, dst, again} {
				g.Free()
			}
		})
	}
}
