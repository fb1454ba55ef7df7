// SPDX-License-Identifier: MIT

package compact

import (
	"math/rand"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// reversing are the ways to decide of a partition whose second class comes in reverse order, in
// records that each form moves in its own manner.
func reversing() []decision {
	return []decision{
		{"reversed", Options{ReverseRest: true, Classes: 2}, encodeValue, true},
		{"reversed by flags", Options{ReverseRest: true, Classes: 2, By: Flags, Stride: 8}, encodeFlags, true},
		{"reversed by mask", Options{ReverseRest: true, Classes: 2, By: Mask, Stride: 32, Elements: true}, encodeMask, true},
		{"reversed by index", Options{ReverseRest: true, Classes: 2, Stride: 40, Predicate: hashed}, encodeIndex, true},
		{"reversed unique", Options{ReverseRest: true, Classes: 2, By: Unique, Stride: 12, Instanced: true, VerticesPerItem: 6, First: 3}, encodeUnique, true},
		{"reversed indices", Options{ReverseRest: true, Classes: 2, Output: Indices, Stride: 8}, encodeValue, true},
	}
}

// An ordinary run takes words on all paths, and each other way on one.
func TestReverseRestEverySizeAndLanePath(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	for i, v := range reversing() {
		gputest.Run(t, dev, v.name, func(t *testing.T) {
			tunings := gputest.Turn(dev, i)
			if i%2 == 0 {
				tunings = append(tunings, gpu.Tuning{}) // by runs in software
			}
			for _, tune := range tunings {
				gputest.Run(t, dev, gputest.Name(tune), func(t *testing.T) {
					v.o.Tuning = tune
					everySize(t, dev, v)
				})
			}
		})
	}
}

// The tiles behind a silent one recompute its aggregate, also where workgroups take tiles in turn.
func TestReverseRestRecomputesSilentTiles(t *testing.T) {
	dev := gputest.Device(t)
	for at, tune := range gputest.Chains(dev) {
		if tune.Silent == 0 && !gputest.Nightly() {
			continue // which other tests take
		}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			silentTiles(t, dev, reversing()[at%3], tune.Tuning, at%2 == 1)
		})
	}
}

func TestReverseRestCountsOnTheGPU(t *testing.T) {
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
			c, err := New(dev, Options{ReverseRest: true, Classes: 2, Tuning: tune})
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			src := gputest.Words(t, dev, words)
			everyCount(t, dev, most, func(t *testing.T, count gpu.Count, n int) {
				wanted, counts := wantOf(c.o, classes[:n], words, 1)
				dst := gputest.Fresh(t, dev, most)
				before := dst.Get()
				if err := c.Partition(dst.View(), src.View(), count); err != nil {
					t.Fatal(err)
				}
				gputest.Equal(t, "records", dst.Get(), append(wanted, before[n:]...))
				checkArgs(t, c, "arguments", counts, counts[0])
			})
		})
	}
}
