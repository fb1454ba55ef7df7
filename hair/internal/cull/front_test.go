// SPDX-License-Identifier: MIT

package cull

import (
	"slices"
	"testing"
)

func TestByRank(t *testing.T) {
	if got, want := ByRank([]uint32{3, 0, 3, 1}), []uint32{1, 3, 0, 2}; !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
}

func TestSamples(t *testing.T) {
	for _, c := range []struct {
		name                           string
		strands, segments, least, want int
	}{
		{"all of few", 100, 31, 3000, 100},
		{"least", 60_000, 31, 3000, 3000},
		{"a hundredth of many", 1_000_000, 31, 3000, 10_000},
		{"long strands", 60_000, 1 << 20, 3000, 16},
		{"longest strand", 2, 1 << 29, 3000, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := samples(c.strands, c.segments, c.least); got != c.want {
				t.Errorf("%d strands, want %d", got, c.want)
			}
		})
	}
}

// What is drawn grows with the share, and nears all strands.
func TestPlentyGrows(t *testing.T) {
	before := float32(0)
	for _, share := range []float32{0.02, 0.1, 0.5, 0.9, 0.999} {
		t.Run("", func(t *testing.T) {
			if p := plentyOf(share); p <= before {
				t.Errorf("%v at %v, %v before", p, share, before)
			}
		})
		before = plentyOf(share)
	}
	if before < 1000 {
		t.Errorf("at 0.999 hair is drawn %v times as often as it is seen", before)
	}
}
