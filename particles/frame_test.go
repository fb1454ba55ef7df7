// SPDX-License-Identifier: MIT

package particles

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/combgl/comb/gpu"
)

// A camera whose range is empty makes finite keys too.
func TestDepthKeysAreFinite(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct{ near, far, want float32 }{{1, 5, 0.25}, {-3, -1, 0.5}, {3, 3, 1}, {5, 1, 1}, {1, nan, 1}} {
		if got, want := (Camera{Near: c.near, Far: c.far}).depthKeys(16), [4]float32{c.near, c.want, 65535}; got != want {
			t.Errorf("from %v to %v: got %v, want %v", c.near, c.far, got, want)
		}
	}
}

// Between two keys a curve is linear. Before the first and after the last it is constant.
func TestCurveAt(t *testing.T) {
	c := Curve{"fade", []Key{{0.25, [4]float32{1, 0, 0, 8}}, {0.5, [4]float32{3, 0, 0, 8}}, {0.5, [4]float32{5, 0, 0, 8}}, {1, [4]float32{9, 0, 0, 8}}}}
	for at, want := range map[float32]float32{0: 1, 0.25: 1, 0.375: 2, 0.5: 5, 0.75: 7, 1: 9} {
		if got := c.at(at); got != [4]float32{want, 0, 0, 8} {
			t.Errorf("at %v: got %v, want %v", at, got, want)
		}
	}
}

func TestInvalidMeshesAreRefused(t *testing.T) {
	corners := [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}
	for _, c := range []struct {
		positions [][3]float32
		indices   []uint32
		wantText  string
	}{
		{corners[:2], nil, "2 corners"},
		{corners, []uint32{0, 1, 2, 0, 1, 3}, "index 5 is 3, want one below the 3 positions"},
		{[][3]float32{{0, 0, 0}, {1, 0, 0}, {0, float32(math.Inf(1)), 0}}, nil, "triangle 0 has the area"},
		{corners, []uint32{0, 1, 1}, "none of 1 triangles"},
	} {
		if m, err := NewMesh(c.positions, c.indices); m != nil || !errors.Is(err, gpu.ErrArgument) || !strings.Contains(err.Error(), c.wantText) {
			t.Errorf("got %v, want %s", err, c.wantText)
		}
	}
}
