// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/internal/kernel"
)

// Where tiles are few, each reads all before it at once. If one is silent, those behind it look
// back and recompute it.
func TestFewTilesAreReadAtOnce(t *testing.T) {
	dev := gputest.DeviceOfAllTiles(t)
	r := rand.New(rand.NewSource(5))
	for at, tune := range gputest.Chains(dev) {
		if tune.Lanes != gpu.LanesKHR {
			continue // whose kernels have one form
		}
		gputest.Run(t, dev, tune.Name(), func(t *testing.T) {
			gputest.Silence(t, dev, tune.Silent)
			v := []decision{{"values", Options{}, encodeValue, true}, reversing()[0], {"partition", Options{Classes: 2}, encodeValue, true}}[at%3]
			v.o.Tuning = tune.Tuning
			v.o.ResidentGroups = 64 // a partition has no more tiles
			c, err := New(dev, v.o)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Release()
			all := c.movers
			few := slices.IndexFunc(all, func(m mover) bool { return m.Shape().FewTiles })
			if few < 0 {
				if dev.Caps().Internal().GroupSize == 0 && all[0].Shape().LaneCount > 4 { // with 4 lanes workgroups are too small
					t.Fatalf("no form has few tiles: %+v", c.o.shapes(dev.Caps(), c.shape, c.shape))
				}
				return
			}
			c.movers = all[few:]
			tile := c.movers[0].Shape().TileSize()
			for _, tiles := range []int{c.movers[0].Shape().LaneCount + 1, 2, c.movers[0].Shape().LaneCount} {
				classes := make([]int, tiles*tile-5)
				for i := range classes {
					classes[i] = r.Intn(2)
				}
				try(t, dev, c, v, fmt.Sprint(v.name, " of ", len(classes)), r, classes)
			}
			c.movers = all
		})
	}
}

// Tiles of a split are taken in turn where it is known how many workgroups run at once. Where a
// driver ends long loops early, that leaves fewer records.
func TestSplitTurns(t *testing.T) {
	for _, c := range []struct {
		name     string
		o        Options
		renderer string
		software bool
		want     string // the workgroups of each kernel, 0 for one a tile
	}{
		{"words", Options{Output: Split}, "NVIDIA H200", false, "[0 0 0 528]"},
		{"another device", Options{Output: Split}, "NVIDIA L4", false, "[0 0 0 0]"},
		{"none at once", Options{Output: Split, Tuning: gpu.Tuning{ResidentGroups: -1}}, "NVIDIA H200", false, "[0 0 0 0]"},
		{"the caller's number", Options{Output: Split, By: Flags, Tuning: gpu.Tuning{ResidentGroups: 7}}, "NVIDIA H200", false, "[7 7 7 7]"},
		{"flags", Options{Output: Split, By: Flags}, "NVIDIA H200", false, "[0 0 0 0]"},
		{"software", Options{Output: Split}, "llvmpipe", true, "[0 0 0 0]"},
		{"compaction", Options{Tuning: gpu.Tuning{ResidentGroups: 7}}, "NVIDIA H200", false, "[0 0 0 0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			caps := gpu.Caps{Renderer: c.renderer, Software: c.software, Multiprocessors: 132, MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{Size: 32, KHR: true}}
			o, err := c.o.withDefaults("New")
			if err != nil {
				t.Fatal(err)
			}
			tune := o.Tuning
			tune.Lanes, tune.Algorithm = gpu.LanesKHR, gpu.SinglePass
			shape, err := kernel.Pick(caps, tune)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, one := range o.shapes(caps, shape, shape) {
				got = append(got, one.turns)
			}
			if fmt.Sprint(got) != c.want {
				t.Errorf("workgroups %v, want %s", got, c.want)
			}
		})
	}
	software := gpu.Caps{Software: true, MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{Size: 8, KHR: true}}
	shape, err := kernel.Pick(software, gpu.Tuning{Lanes: gpu.LanesKHR, Algorithm: gpu.SinglePass})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Output: Split, Stride: 4}
	o.ResidentGroups = 4
	if f := o.inTurns(software, kernel.Sized{Shape: shape, Most: gpu.MaxItems}); f.turns != 4 || f.Shape.MaxItems >= shape.MaxItems || f.Shape.MaxItems < 8*shape.TileSize() {
		t.Errorf("%d workgroups take %d items at most, one a tile takes %d", f.turns, f.Shape.MaxItems, shape.MaxItems)
	}
}
