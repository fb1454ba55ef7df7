// SPDX-License-Identifier: MIT

package scan

import (
	"slices"
	"testing"
)

// The self-test's segments: some within a tile, and one over more than two tiles that ends within a
// fourth.
func TestSelfTestSegmentHeads(t *testing.T) {
	for tile := 64; tile <= 4096; tile += 64 {
		heads := madeHeads(5*tile, tile)
		if first := slices.Index(heads, true); first < 0 || first > tile {
			t.Errorf("tile of %d: the first segment begins at %d", tile, first)
		}
		if within := slices.Index(heads[tile+1:3*tile+8], true); within >= 0 {
			t.Errorf("tile of %d: a segment begins at %d, within the long one", tile, tile+1+within)
		}
		if after := slices.Index(heads[3*tile+8:], true); after < 0 {
			t.Errorf("tile of %d: no segment begins behind the long one", tile)
		}
	}
}
