// SPDX-License-Identifier: MIT

package scene

import (
	"slices"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/internal/kernel"
)

func TestReadsTexels(t *testing.T) {
	for _, c := range []struct {
		software bool
		texels   int
		want     bool
	}{{true, 1 << 25, true}, {true, 1 << 27, true}, {true, 1<<25 - 1, false}, {false, 1 << 27, false}} {
		if got := readsTexels(gpu.Caps{Software: c.software, MaxStorageBytes: 1 << 27}, c.texels); got != c.want {
			t.Errorf("software %v, %d texels for blocks of 2^27 bytes: got %v, want %v", c.software, c.texels, got, c.want)
		}
	}
}

func TestReadsFillsTheSlot(t *testing.T) {
	spec := kernel.Spec{Buffers: []string{"Points", "Dst", "Count"}}
	for _, texels := range []bool{false, true} {
		got := Reads(spec, texels, "Points", "Lit")
		if want := []string{"Points?", "Dst", "Count"}; !slices.Equal(got.Buffers, want) {
			t.Errorf("texels %v: buffers %v, want %v", texels, got.Buffers, want)
		}
		if unit := got.Constants["UNIT_LIT"]; (unit == firstReadUnit+1) != texels {
			t.Errorf("texels %v: Lit has unit %v", texels, unit)
		}
		if file := got.Slots["READS"].File; file != readsPart(texels) {
			t.Errorf("texels %v: the slot has %q", texels, file)
		}
	}
	if !slices.Equal(spec.Buffers, []string{"Points", "Dst", "Count"}) || spec.Slots != nil {
		t.Errorf("Reads changed its argument: %v", spec)
	}
}
