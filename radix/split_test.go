// SPDX-License-Identifier: MIT

package radix

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// bySplitters returns a Sorter that sorts all counts by splitters, in workgroups of 64 with 128
// items at most, on any driver whose lanes exchange values. It returns nil where there are none.
func bySplitters(t *testing.T, dev *gpu.Device, o Options) *Sorter {
	s, err := New(dev, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Release)
	if s.shape.Lanes != gpu.LanesKHR {
		return nil
	}
	s.buildTiles(nil, nil)
	s.buildSplitters(s.shape.With(64, 2), 3000, 6)
	return s
}

// distributionsOfSplits are keys that a sample of few keys splits badly too.
var distributionsOfSplits = []string{"random", "few", "equal", "sorted", "reversed", "high byte", "entropy", "tile period"}

// A sort by splitters agrees with the CPU: each type and use, counts around the sample and the room
// of a workgroup.
func TestSplitSortOnAllLanes(t *testing.T) {
	dev := gputest.Device(t)
	for _, tune := range gputest.Paths(dev) {
		if tune.Algorithm == gpu.SinglePass {
			continue // the kernel is the same in both algorithms
		}
		gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
			for i, o := range []Options{{}, {Type: gpu.Float32, Descending: true}, {Bits: 10}, {Type: gpu.Int32, FirstBit: 3, Bits: 21, Descending: true},
				{Type: gpu.Uint64}, {Type: gpu.Float64, Descending: true}, {Type: gpu.Int64, FirstBit: 9, Bits: 50, Descending: true}, {Type: gpu.Uint64, FirstBit: 20, Bits: 30}} {
				o.Tuning = tune
				s := bySplitters(t, dev, o)
				if s == nil {
					t.Skip("lanes do not exchange values")
				}
				for _, name := range distributionsOfSplits {
					for _, n := range []int{1, 2, 63, 64, 65, 129, 300, 767, 768, 769, 3000} {
						if name != "random" && n < 300 || i > 0 && o.Type != gpu.Uint64 && n > 300 {
							continue
						}
						gputest.Run(t, dev, fmt.Sprintf("%v,first=%d,bits=%d,%s,n=%d", o.Type, o.FirstBit, o.Bits, name, n), func(t *testing.T) {
							r := rand.New(rand.NewSource(31))
							keys := make([]uint64, n)
							for i := range keys {
								keys[i] = masked(o.Type, distributions[name](r, i, n))
							}
							uses := []Use{ForKeys, ForPairs, ForValues}
							if i == 0 {
								uses = append(uses, ForIndices, ForRecords)
							}
							try(t, dev, s, keys, uses...)
						})
					}
				}
				for kind, sorters := range s.oneDispatch {
					if sorters[0].wrong {
						t.Errorf("%v: the kernel failed its self-test", kind)
					}
				}
				if s.oneDispatch[tileKind{withPayload, false}][0].Kernel == nil {
					t.Error("the passes sorted")
				}
			}
		})
	}
}

// A sort by splitters needs two passes at least, and more where it begins with a copy.
func TestSplitGains(t *testing.T) {
	for _, c := range []struct {
		payload          payloadKind
		words, n, passes int
		inPlace          bool
		want             bool
	}{
		{withPayload, 1, tileWords, 1, false, false},
		{withPayload, 1, tileWords, 2, false, true},
		{withPayload, 1, tileWords, 2, true, false},
		{withPayload, 1, splitterMostOfTwo, 2, false, true},
		{withPayload, 1, splitterMostOfTwo + 1, 2, false, false},
		{keysAlone, 1, tileWords, 2, false, false},
		{keysAlone, 1, tileWords + 1, 2, false, true},
		{keysAlone, 1, tileWords, 3, false, true},
		{keysAlone, 1, splitterMostOfFew, 3, true, true},
		{keysAlone, 1, splitterMostOfFew + 1, 4, true, false},
		{keysAlone, 1, splitterMost, 3, false, true},
		{keysAlone, 2, tileWords / 2, 2, false, false},
		{keysAlone, 2, tileWords/2 + 1, 2, false, true},
		{keysAlone, 2, splitterMostOfTwo / 2, 2, false, true},
		{keysAlone, 2, splitterMostOfTwo/2 + 1, 2, false, false},
		{keysAlone, 2, splitterMostOfFew, 4, false, true},
		{keysAlone, 2, splitterMostOfFew + 1, 4, false, false},
		{keysAlone, 2, splitterMostOfFew + 1, 4, true, false},
		{keysAlone, 2, splitterMost, 5, false, true},
		{keysAlone, 2, splitterMost, 8, true, true},
	} {
		t.Run(fmt.Sprintf("payload=%d,words=%d,n=%d,passes=%d,in place=%v", c.payload, c.words, c.n, c.passes, c.inPlace), func(t *testing.T) {
			if got := splitterGains(c.payload, c.words, c.n, c.passes, c.inPlace); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// Multiprocessors bound the items, as each reads all keys.
func TestSplitShape(t *testing.T) {
	wide := kernel.Shape{Lanes: gpu.LanesKHR, LaneCount: 32, GroupSize: 512, ItemsPerThread: 8}
	caps := gpu.Caps{Multiprocessors: 132}
	few, software := caps, caps
	few.Multiprocessors, software.Software = 20, true
	for _, c := range []struct {
		name string
		caps gpu.Caps
		o    Options
		most int
	}{
		{"many multiprocessors", caps, Options{}, splitterMost},
		{"few multiprocessors", few, Options{}, 20 * splitterMean},
		{"software", software, Options{}, 0},
		{"keys of two words", caps, Options{Type: gpu.Uint64}, splitterMost},
		{"SkipSorted", caps, Options{SkipSorted: true}, 0},
		{"tuned", caps, Options{Tuning: gpu.Tuning{Workers: 3}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			shape, most := c.o.splitterShape(c.caps, wide)
			if most != c.most || most > 0 && shape.TileSize() != splitterRoom {
				t.Errorf("%d items, %d in a workgroup at a time; want %d", most, shape.TileSize(), c.most)
			}
		})
	}
}
