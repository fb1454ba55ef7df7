// SPDX-License-Identifier: MIT

package compact

import (
	"fmt"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

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
		{"words", Options{Output: Split}, "NVIDIA H200", false, "[0 0 528]"},
		{"another device", Options{Output: Split}, "NVIDIA L4", false, "[0 0 0]"},
		{"none at once", Options{Output: Split, Tuning: gpu.Tuning{ResidentGroups: -1}}, "NVIDIA H200", false, "[0 0 0]"},
		{"the caller's number", Options{Output: Split, By: Flags, Tuning: gpu.Tuning{ResidentGroups: 7}}, "NVIDIA H200", false, "[7 7 7]"},
		{"flags", Options{Output: Split, By: Flags}, "NVIDIA H200", false, "[0 0 0]"},
		{"software", Options{Output: Split}, "llvmpipe", true, "[0 0 0]"},
		{"compaction", Options{Tuning: gpu.Tuning{ResidentGroups: 7}}, "NVIDIA H200", false, "[0 0 0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			caps := gpu.Caps{Renderer: c.renderer, Software: c.software, Multiprocessors: 132, MaxGroupInvocations: 1024, Subgroup: gpu.Subgroup{Size: 32, KHR: true}}
			o, err := c.o.withDefaults()
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
	if f := o.inTurns(software, kernel.Sized{Shape: shape}); f.turns != 4 || f.Shape.MaxItems >= shape.MaxItems || f.Shape.MaxItems < 8*shape.TileSize() {
		t.Errorf("%d workgroups take %d items at most, one a tile takes %d", f.turns, f.Shape.MaxItems, shape.MaxItems)
	}
}
