// SPDX-License-Identifier: MIT

package reduce

import (
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// Small tiles share a workgroup, whatever its size, and a team is a whole part of it.
func TestSmallTilesShareWorkgroup(t *testing.T) {
	for _, most := range []int{96, 160, 1024} {
		for _, side := range []int{1, 2, 4, 5, 8, 16, 100, 0} {
			o := ImageOptions{TileWidth: side, TileHeight: side}
			s, p, err := o.pick("NewImage", gpu.Caps{MaxGroupInvocations: most, Multiprocessors: 4})
			if err != nil {
				t.Fatal(err)
			}
			if s.GroupSize%p.team != 0 {
				t.Errorf("tiles of %dx%d: teams of %d in workgroups of %d", side, side, p.team, s.GroupSize)
			}
			if shared := p.team < s.GroupSize; most == 1024 && shared != (side > 0 && side <= 16) {
				t.Errorf("tiles of %dx%d: teams of %d of %d invocations", side, side, p.team, s.GroupSize)
			}
			if side > 0 && p.team > 1 && p.team/2*teamTexels >= side*side {
				t.Errorf("tiles of %dx%d: half of a team of %d could read the texels", side, side, p.team)
			}
		}
	}
}

// A texture without texels has no results.
func TestImageSizeOfNothing(t *testing.T) {
	for _, size := range [][2]int{{0, 5}, {5, 0}, {-1, 5}, {5, -1}} {
		if columns, rows := (ImageOptions{}).Size(size[0], size[1]); columns != 0 || rows != 0 {
			t.Errorf("%v: %dx%d results, want none", size, columns, rows)
		}
	}
}

// The largest finite numbers are bounds of a histogram, and larger ones are not.
func TestImageHistogramBounds(t *testing.T) {
	const most = math.MaxFloat32
	for _, c := range []struct {
		lower, upper float64
		valid        bool
	}{{-most, 0, true}, {0, most, true}, {-2 * most, 0, false}, {0, 2 * most, false}, {-most, most, false}} {
		err := ImageHistogram{Bins: 1000, Lower: c.lower, Upper: c.upper}.check(shaders.Constants{})
		if c.valid != (err == nil) {
			t.Errorf("from %v to %v: %v", c.lower, c.upper, err)
		}
	}
}
