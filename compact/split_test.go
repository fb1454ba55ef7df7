// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// splits are the ways to decide of two destinations, in records that each form moves in its own
// manner: held words, others that a lane moves alone, words and parts through shared memory.
func splits() []decision {
	return []decision{
		{"split", Options{Output: Split}, encodeValue, true},
		{"split by flags", Options{Output: Split, Classes: 2, By: Flags, Stride: 40}, encodeFlags, true},
		{"split by mask", Options{Output: Split, By: Mask, Stride: 32}, encodeMask, true},
		{"split by index", Options{Output: Split, Stride: 8, Predicate: hashed}, encodeIndex, true},
		{"split same", Options{Output: Split, By: Unique, Stride: 40, Predicate: sameKey, Record: "Pair"}, encodeSame, true},
		{"split unique", Options{Output: Split, By: Unique, Stride: 12, Instanced: true, VerticesPerItem: 6, First: 3}, encodeUnique, true},
	}
}

// An ordinary run takes words on all paths, and each other stride on one.
func TestSplitEveryStrideSizeAndLanePath(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for i, stride := range gputest.InNightly([]int{1, 2, 3, 8, 10}, []int{1, 2, 3, 8}) {
		gputest.Run(t, dev, fmt.Sprint("stride=", stride), func(t *testing.T) {
			v := decision{"split", Options{Output: Split, Stride: 4 * stride}, encodeValue, true}
			if stride == 2 { // as small, but not what decides
				v.o.By, v.encode = Flags, encodeFlags
			}
			for _, tune := range gputest.Turn(dev, i) {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					v.o.Tuning = tune
					everySize(t, dev, v)
				})
			}
		})
	}
}

// everySize runs a decision of two classes over all sizes around a tile's edges.
func everySize(t *testing.T, dev *gpu.Device, v decision) {
	c, err := New(dev, v.o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	for k, n := range gputest.Sizes(c.movers[0].Shape()) {
		gputest.Run(t, dev, fmt.Sprint("n=", n), func(t *testing.T) {
			r := rand.New(rand.NewSource(1))
			classes := make([]int, n)
			for i := range classes {
				if r.Intn(100) >= []int{0, 1, 50, 99, 100}[k%5] {
					classes[i] = 1
				}
			}
			try(t, dev, c, v, fmt.Sprint(v.name, " of ", n, v.o.Tuning), r, classes)
		})
	}
}

// The tiles behind a silent one recompute its aggregate, also where workgroups take tiles in turn.
func TestSplitRecomputesSilentTiles(t *testing.T) {
	dev := gputest.Device(t)
	for at, tune := range gputest.Chains(dev) {
		if tune.Silent == 0 && !gputest.Nightly() {
			continue // which other tests take
		}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			for k, v := range splits()[:3] {
				if !gputest.Share(at+k, 3) {
					continue
				}
				gputest.Run(t, dev, v.name, func(t *testing.T) { silentTiles(t, dev, v, tune.Tuning, at%2 == 1) })
			}
		})
	}
}

// silentTiles runs a decision of two classes whose tiles wait for none, with few tiles and many.
func silentTiles(t *testing.T, dev *gpu.Device, v decision, tune gpu.Tuning, inTurns bool) {
	r := rand.New(rand.NewSource(3))
	v.o.Tuning = tune
	if inTurns {
		v.o.ResidentGroups = 5
	}
	c, err := New(dev, v.o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	if !c.movers[0].chained() {
		t.Fatal("want the single pass")
	}
	if got := c.movers[0].turns > 0; got != (inTurns && c.o.inRows(c.shape)) {
		t.Fatal("tiles in turn:", got)
	}
	// Growing, and smaller after: each call leaves the other set of words to be zeroed.
	for _, tiles := range []int{1, 3, 2, 0, 35, 33, 1, 5, 40} {
		n := max(0, tiles*c.movers[0].Shape().TileSize()-5)
		classes := make([]int, n)
		for i := range classes {
			classes[i] = r.Intn(2)
		}
		try(t, dev, c, v, fmt.Sprint(v.name, " of ", n), r, classes)
	}
}

// Each destination has a room of its own: what fits into one does not depend on the other.
func TestSplitClamp(t *testing.T) {
	dev := gputest.Device(t)
	tunings := append(gputest.Paths(dev), gpu.Tuning{}) // by runs in software too
	for i, tune := range tunings {
		for k, v := range splits()[:3] {
			if !gputest.Share(i+k, 3) {
				continue
			}
			gputest.Run(t, dev, gputest.Name(tune)+","+v.name, func(t *testing.T) {
				v.o.Clamp, v.o.Tuning = true, tune
				c, err := New(dev, v.o)
				if err != nil {
					t.Fatal(err)
				}
				defer c.Release()
				n, stride := 3*c.movers[0].Shape().TileSize()+77, c.o.Stride/4
				r := rand.New(rand.NewSource(9))
				classes := make([]int, n)
				for i := range classes {
					classes[i] = r.Intn(2)
				}
				words, decides := v.encode(r, classes, stride)
				src, by := gputest.Words(t, dev, words), gputest.Words(t, dev, decides)
				wanted, counts := want(classes, words, stride, 2)
				for _, room := range [][2]int{{n, n}, {0, n}, {n, 0}, {0, 0}, {counts[0], counts[1]}, {counts[0] - 1, counts[1]}, {counts[0], counts[1] - 1}, {n / 3, n / 5}} {
					gputest.Run(t, dev, fmt.Sprint("room=", room), func(t *testing.T) {
						// Something is behind a destination without room too: a View has a buffer.
						kept, others := gputest.Fresh(t, dev, room[0]*stride+1), gputest.Fresh(t, dev, room[1]*stride+1)
						before, othersBefore := kept.Get(), others.Get()
						var err error
						if c.o.apart() {
							err = c.SplitBy(kept.View(), others.View(), src.View(), by.View(), gpu.N(n))
						} else {
							err = c.Split(kept.View(), others.View(), src.View(), gpu.N(n))
						}
						if err != nil {
							t.Fatal(err)
						}
						if stride == 1 { // the word behind is a record
							room[0], room[1] = room[0]+1, room[1]+1
						}
						written := [3]int{min(counts[0], room[0]), min(counts[1], room[1])}
						gputest.Equal(t, "kept", kept.Get(), append(wanted[:written[0]*stride:written[0]*stride], before[written[0]*stride:]...))
						rest := wanted[counts[0]*stride:][:written[1]*stride]
						gputest.Equal(t, "others", others.Get(), append(rest[:len(rest):len(rest)], othersBefore[len(rest):]...))
						checkArgs(t, c, "clamped", written, counts[0])
						result := c.Result()
						if result.Count.Max() != min(n, room[0]) || result.Counts[1].Max() != min(n, room[1]) || result.Found.Max() != n {
							t.Errorf("the counts may be %d, %d and %d, want %d, %d and %d", result.Count.Max(), result.Counts[1].Max(), result.Found.Max(), min(n, room[0]), min(n, room[1]), n)
						}
						over := written[0] < counts[0] || written[1] < counts[1]
						if err := dev.Check(); errors.Is(err, gpu.ErrOverflow) != over || !over && err != nil {
							t.Errorf("%v of %v written: Check says %v", written, counts, err)
						}
						kept.Free()
						others.Free()
					})
				}
			})
		}
	}
}

func TestSplitCountsOnTheGPU(t *testing.T) {
	dev := gputest.Device(t)
	const most = 5000
	r := rand.New(rand.NewSource(7))
	classes := make([]int, most)
	for i := range classes {
		classes[i] = r.Intn(2)
	}
	words, _ := encodeValue(r, classes, 1)
	for _, tune := range append(own(dev), gpu.Tuning{}) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			c, err := New(dev, Options{Output: Split, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			src := gputest.Words(t, dev, words)
			everyCount(t, dev, most, func(t *testing.T, count gpu.Count, n int) {
				wanted, counts := want(classes[:n], words, 1, 2)
				kept, others := gputest.Fresh(t, dev, most), gputest.Fresh(t, dev, most)
				before, othersBefore := kept.Get(), others.Get()
				if err := c.Split(kept.View(), others.View(), src.View(), count); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "kept", kept.Get(), append(wanted[:counts[0]:counts[0]], before[counts[0]:]...))
				gputest.Equal(t, "others", others.Get(), append(wanted[counts[0]:], othersBefore[counts[1]:]...))
				checkArgs(t, c, "arguments", counts, counts[0])
			})
		})
	}
}

// Records of whole parts are moved by parts, wherever src and both destinations begin.
func TestSplitOfWholePartsAnywhere(t *testing.T) {
	dev := gputest.Device(t)
	for i, stride := range gputest.InNightly([]int{4, 12}, []int{12}) {
		for _, tune := range gputest.Turn(dev, i+2) {
			gputest.Run(t, dev, fmt.Sprint("stride=", stride, ",", gputest.Name(tune)), func(t *testing.T) {
				c, err := New(dev, Options{Output: Split, Stride: stride * 4, Tuning: tune})
				if err != nil {
					t.Fatal(err)
				}
				defer c.Release()
				n := c.movers[0].Shape().TileSize() + 77
				for _, at := range [][3]int{{16, 16, 16}, {17, 16, 16}, {16, 18, 16}, {16, 16, 19}, {17, 17, 17}} {
					r := rand.New(rand.NewSource(8))
					words := some(r, n, stride, 60)
					keep := nonzero(words, stride)
					src := gputest.WordsAt(t, dev, words, at[0])
					kept, others := gputest.WordsAt(t, dev, make([]uint32, n*stride), at[1]), gputest.WordsAt(t, dev, make([]uint32, n*stride), at[2])
					kept.Fill(0xBAD00BAD)
					others.Fill(0xBAD00BAD)
					if err := c.Split(kept.View(), others.View(), src.View(), gpu.N(n)); err != nil {
						t.Fatal(err)
					}
					for _, to := range []struct {
						what string
						dst  *gputest.Guarded
						want []uint32
					}{{"kept", kept, oracle(words, stride, keep)}, {"others", others, oracle(words, stride, func(i int) bool { return !keep(i) })}} {
						want := to.want
						for len(want) < n*stride {
							want = append(want, 0xBAD00BAD)
						}
						gputest.Equal(t, fmt.Sprint(to.what, " at ", at), to.dst.Get(), want)
					}
					src.Free()
					kept.Free()
					others.Free()
				}
			})
		}
	}
}

func TestSplitRefuses(t *testing.T) {
	dev := gputest.Device(t)
	made := func(o Options) *Compactor {
		c, err := New(dev, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Release)
		return c
	}
	c, flags := made(Options{Output: Split, VerticesPerItem: 1 << 20}), made(Options{Output: Split, By: Flags})
	clamp, plain := made(Options{Output: Split, Clamp: true}), made(Options{})
	words := func() gpu.View { return gputest.Fresh(t, dev, 10000).View() }
	kept, others, src, by := words(), words(), words(), words()
	part := func(v gpu.View, from, to int) gpu.View {
		p, err := v.Slice(4*from, 4*to)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	n, none := gpu.N(100), gpu.View{}
	count := func(v gpu.View) gpu.Count { return gpu.CountAt(part(v, 50, 51), 100) }
	scratch := words()
	before := [][]uint32{}
	for _, v := range []gpu.View{kept, others} {
		now := make([]uint32, 10000)
		if err := gpu.Download(dev, v, now); err != nil {
			t.Fatal(err)
		}
		before = append(before, now)
	}
	for _, tt := range []struct {
		name, says string
		err, want  error
	}{
		{"more than there are", "src", c.Split(kept, others, part(src, 0, 99), n), gpu.ErrView},
		{"kept too small", "kept", c.Split(part(kept, 0, 99), others, src, n), gpu.ErrView},
		{"others too small", "others", c.Split(kept, part(others, 0, 99), src, n), gpu.ErrView},
		{"no kept", "kept", clamp.Split(none, others, src, n), gpu.ErrView},
		{"no others", "others", clamp.Split(kept, none, src, n), gpu.ErrView},
		{"kept and others are one", "kept and others", c.Split(kept, kept, src, n), gpu.ErrOverlap},
		{"kept and others share a word", "kept and others", c.Split(part(kept, 0, 101), part(kept, 100, 300), src, n), gpu.ErrOverlap},
		{"kept is src", "kept and src", c.Split(src, others, src, n), gpu.ErrOverlap},
		{"others is src", "others and src", c.Split(kept, src, src, n), gpu.ErrOverlap},
		{"kept is by", "kept and by", flags.SplitBy(by, others, src, by, n), gpu.ErrOverlap},
		{"others is by", "others and by", flags.SplitBy(kept, by, src, by, n), gpu.ErrOverlap},
		{"too few flags", "flags", flags.SplitBy(kept, others, src, part(by, 0, 99), n), gpu.ErrView},
		{"a count in kept", "", c.Split(kept, others, src, count(kept)), gpu.ErrOverlap},
		{"a count in others", "", c.Split(kept, others, src, count(others)), gpu.ErrOverlap},
		{"others is the result", "the result", c.Split(kept, c.results[1-c.latest].args.View(), src, gpu.N(1)), gpu.ErrOverlap},
		{"too many vertices", "vertices", c.Split(kept, others, src, gpu.N(5000)), gpu.ErrTooLarge},
		{"negative", "", c.Split(kept, others, src, gpu.N(-1)), gpu.ErrCount},
		{"by without flags", "SplitBy", c.SplitBy(kept, others, src, by, n), gpu.ErrArgument},
		{"flags without by", "Split:", flags.Split(kept, others, src, n), gpu.ErrArgument},
		{"split on a compaction", "Split:", plain.Split(kept, others, src, n), gpu.ErrArgument},
		{"partition on a split", "Partition", c.Partition(kept, src, n), gpu.ErrArgument},
		{"compact on a split", "Compact", c.Compact(kept, src, n), gpu.ErrArgument},
		{"indices on a split", "Indices", c.Indices(kept, src, n), gpu.ErrArgument},
		{"others in the scratch", "", func() error {
			c.UseScratch(scratch)
			defer c.UseScratch(none)
			return c.Split(kept, scratch, src, n)
		}(), gpu.ErrOverlap},
	} {
		gputest.Run(t, dev, tt.name, func(t *testing.T) {
			if !errors.Is(tt.err, tt.want) || !strings.Contains(tt.err.Error(), tt.says) {
				t.Errorf("%s: %v, want %v with %q", tt.name, tt.err, tt.want, tt.says)
			}
		})
	}
	for i, v := range []gpu.View{kept, others} {
		now := make([]uint32, 10000)
		if err := gpu.Download(dev, v, now); err != nil {
			t.Fatal(err)
		}
		gputest.Equal(t, "what refused calls left", now, before[i])
	}
}
