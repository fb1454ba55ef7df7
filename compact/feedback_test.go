// SPDX-License-Identifier: MIT

package compact

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// own are the tunings in which a compactor is fed its own count: as many workers as the device has
// by itself.
func own(dev *gpu.Device) []gpu.Tuning {
	lanes, _ := kernel.Pick(dev.Caps(), gpu.Tuning{})
	return []gpu.Tuning{{Lanes: lanes.Lanes, Algorithm: gpu.ReduceThenScan}, {Lanes: lanes.Lanes, Algorithm: gpu.SinglePass}}
}

// The usual ping-pong: what is kept goes back and forth between two buffers, and the number kept is
// the next call's n.
func TestPingPong(t *testing.T) {
	dev := gputest.Device(t)
	const rounds, repeats = 8, 3
	for _, tune := range own(dev) {
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			r := rand.New(rand.NewSource(11))
			c, err := New(dev, Options{Predicate: "bool keep(uint i) { return i % 5u != 2u; }", Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			n := gputest.InNightly(300_000, 100_000)
			for c.limit(gpu.N(n)) != nil {
				n /= 2
			}
			words := randomWords(r, n)
			var two [2]*gpu.Buffer[uint32]
			for i := range two {
				if two[i], err = gpu.NewBuffer[uint32](dev, n); err != nil {
					t.Fatal(err)
				}
			}
			for range repeats {
				src, dst, want, count := two[0], two[1], slices.Clone(words), gpu.N(n)
				if err := src.Upload(words); err != nil {
					t.Fatal(err)
				}
				for round := range rounds {
					if err := c.Compact(dst.View(), src.View(), count); err != nil {
						t.Fatal(err)
					}
					i := -1
					want = slices.DeleteFunc(want, func(uint32) bool { i++; return i%5 == 2 })
					got, err := dst.Download()
					if err != nil {
						t.Fatal(err)
					}
					gputest.Equal(t, fmt.Sprint("round ", round, " by ", gputest.Name(tune)), got[:len(want)], want)
					checkArgs(t, c, fmt.Sprint("round ", round, " by ", gputest.Name(tune)), [3]int{len(want)}, len(want))
					src, dst, count = dst, src, c.Result().Count
				}
			}
			two[0].Release()
			two[1].Release()
			c.Release()
		})
	}
}

// Every method takes the count of the call before: as many records of the same array as were kept
// of it then.
func TestEveryMethodAcceptsPreviousCount(t *testing.T) {
	dev := gputest.Device(t)
	n, rounds := gputest.InNightly(20_000, 9000), gputest.InNightly(5, 3)
	all := append(decisions(),
		decision{"clamped", Options{Clamp: true}, encodeValue, true},
		decision{"clamped indices", Options{Clamp: true, Output: Indices, By: Flags}, encodeFlags, true},
		decision{"arrays", Options{Output: Indices, By: Flags}, encodeFlags, true},
		decision{"arrays in three", Options{Output: Indices, By: Flags, Classes: 3}, encodeThree, true},
		decision{"runs", Options{Output: Runs}, encodeUnique, true})
	for i, v := range all {
		if !gputest.Share(i, 2) {
			continue
		}
		gputest.Run(t, dev, v.name, func(t *testing.T) {
			tunings := gputest.Turn(dev, i/2)
			if gputest.Nightly() {
				tunings = append(tunings, own(dev)[0]) // reduce-then-scan where another is usual, too
			}
			for _, tune := range tunings {
				if tune.Workers == 7 {
					continue // the workers are the device's own
				}
				tune.Workers = 0
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					r := rand.New(rand.NewSource(12))
					v.o.Tuning = tune
					c, err := New(dev, v.o)
					if err != nil {
						t.Fatalf("%s: %v", v.name, err)
					}
					classes := make([]int, n)
					for i := range classes {
						classes[i] = r.Intn(5) / 3 // three of five are kept
						if c.o.Classes == 3 {
							classes[i] = r.Intn(5) / 2
						}
					}
					feedBack(t, dev, c, v, r, classes, rounds)
					c.Release()
				})
			}
		})
	}
}

// feedBack has a compactor take its own count, and compares what it writes.
func feedBack(t *testing.T, dev *gpu.Device, c *Compactor, v decision, r *rand.Rand, classes []int, rounds int) {
	t.Helper()
	n, stride := len(classes), c.o.Stride/4
	words, by := v.encode(r, classes, stride)
	src, decides := gputest.WordsAt(t, dev, words, 5*stride), gputest.Words(t, dev, by)
	dst, other := gputest.Fresh(t, dev, n*stride+1), gputest.Fresh(t, dev, n*stride)
	defer src.Free()
	defer decides.Free()
	defer dst.Free()
	defer other.Free()
	if !c.o.apart() {
		decides = src
	}
	moved, movedStride, arrays := words, stride, strings.HasPrefix(v.name, "arrays")
	if !c.o.moves() && !arrays {
		moved, movedStride = indicesOf(n), 1
	}
	now, count := n, gpu.N(n)
	for round := range rounds {
		var err error
		switch {
		case c.o.Keyed && c.o.Output == Indices:
			err = c.IndicesKeyed(dst.View(), other.View(), decides.View(), count)
		case c.o.Keyed:
			err = c.CompactKeyed(dst.View(), other.View(), src.View(), count)
		case c.o.Output == Runs:
			err = c.RunLengths(gpu.View{}, dst.View(), other.View(), src.View(), count)
		case arrays:
			err = c.CompactArrays(decides.View(), count, Array{Dst: dst.View(), Src: src.View(), Stride: c.o.Stride})
		case c.o.Output == Indices:
			err = c.Indices(dst.View(), decides.View(), count)
		case c.o.Output == Split && c.o.apart():
			err = c.SplitBy(dst.View(), other.View(), src.View(), decides.View(), count)
		case c.o.Output == Split:
			err = c.Split(dst.View(), other.View(), src.View(), count)
		case c.o.apart() && c.o.Classes > 1:
			err = c.PartitionBy(dst.View(), src.View(), decides.View(), count)
		case c.o.apart():
			err = c.CompactBy(dst.View(), src.View(), decides.View(), count)
		case c.o.Classes > 1:
			err = c.Partition(dst.View(), src.View(), count)
		default:
			err = c.Compact(dst.View(), src.View(), count)
		}
		what := fmt.Sprintf("%s, round %d, %s", v.name, round, c.Variant())
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		wanted, counts := wantOf(c.o, classes[:now], moved, movedStride)
		if c.o.Output == Split {
			kept := counts[0] * stride
			gputest.Equal(t, what+": others", other.Get()[:len(wanted)-kept], wanted[kept:])
			wanted = wanted[:kept]
		}
		gputest.Equal(t, what, dst.Get()[:len(wanted)], wanted)
		checkArgs(t, c, what, counts, counts[0])
		if c.o.Output == Runs {
			_, _, lengths := runs(words, classes[:now], stride)
			gputest.Equal(t, what+": lengths", other.Get()[:len(lengths)], lengths)
		}
		// No count of a Result passes the n that it came from.
		result := c.Result()
		if result.Count.Max() != count.Max() || result.Found.Max() != count.Max() {
			t.Errorf("%s: the counts may be %d and %d, want %d", what, result.Count.Max(), result.Found.Max(), count.Max())
		}
		now, count = counts[0], result.Count
	}
}

// A Result is valid for one call more. The call after that refuses it, and so does one that reads
// or writes the words.
func TestResultExpiresAfterNextCall(t *testing.T) {
	dev := gputest.Device(t)
	words := []uint32{1, 0, 3, 4, 0, 6, 7, 8}
	src, dst := gputest.Words(t, dev, words), gputest.Fresh(t, dev, 8)
	for _, o := range []Options{{}, {Elements: true}, {Clamp: true}} {
		gputest.Run(t, dev, fmt.Sprintf("elements=%v,clamp=%v", o.Elements, o.Clamp), func(t *testing.T) {
			c, err := New(dev, o)
			if err != nil {
				t.Fatal(err)
			}
			compact := func(dst, src gpu.View, n gpu.Count) error { t.Helper(); return c.Compact(dst, src, n) }
			if err := compact(dst.View(), src.View(), gpu.N(8)); err != nil {
				t.Fatal(err)
			}
			before := c.Result()
			if err := compact(dst.View(), src.View(), gpu.N(3)); err != nil {
				t.Fatal(err)
			}
			var old, now [1]uint32
			for _, w := range []struct {
				count gpu.Count
				to    *[1]uint32
			}{{before.Count, &old}, {c.Result().Count, &now}} {
				word, _ := w.count.Word()
				if err := gpu.Download(dev, word, w.to[:]); err != nil {
					t.Fatal(err)
				}
			}
			if old[0] != 6 || now[0] != 2 || before.Count.Max() != 8 || c.Result().Count.Max() != 3 {
				t.Errorf("%d of at most %d, then %d of at most %d", old[0], before.Count.Max(), now[0], c.Result().Count.Max())
			}
			word, _ := before.Found.Word()
			calls := map[string]error{
				"an old count": compact(dst.View(), src.View(), before.Count),
				"an old word":  compact(dst.View(), word, gpu.N(1)),
				"into the old": compact(before.Draw, src.View(), gpu.N(4)),
			}
			if o.Elements {
				calls["into the old elements"] = compact(before.Elements, src.View(), gpu.N(4))
			}
			for what, err := range calls {
				if !errors.Is(err, gpu.ErrOverlap) || !errors.Is(err, gpu.ErrArgument) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if err := compact(dst.View(), src.View(), c.Result().Count); err != nil {
				t.Errorf("after refused calls: %v", err)
			}
			checkArgs(t, c, "after refused calls", [3]int{1}, 1)
			c.Release()
		})
	}
}
