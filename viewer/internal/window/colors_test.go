// SPDX-License-Identifier: MIT

//go:build !headless

package window

import (
	"bytes"
	"math"
	"testing"

	"github.com/combgl/comb/hair"
	"github.com/combgl/comb/internal/imagediff"
	"github.com/combgl/comb/viewer/internal/theme"
)

// The window's magma is that of headless heat maps, to one step of 255.
func TestMagmaIsThatOfTheHeatMaps(t *testing.T) {
	m := imagediff.Map{Width: 256, Height: 1}
	for i := range m.Width {
		m.Values = append(m.Values, float64(i)/255/4)
	}
	mine, theirs := differenceShown(m, 4).image(magma), imagediff.Heat(m, 4)
	for i := range mine.Pix {
		if d := int(mine.Pix[i]) - int(theirs.Pix[i]); d > 1 || d < -1 {
			t.Fatalf("value %d: %v, want %v", i/4, mine.Pix[i/4*4:][:4], theirs.Pix[i/4*4:][:4])
		}
	}
}

func TestLayersAreLogarithmicAndBlackWithoutHair(t *testing.T) {
	l := hair.Layers{Width: 2, Height: 2, Counts: []uint32{0, 1, 3, 15}}
	viridis := theme.Maps[0]
	img := layersShown(l).image(viridis)
	for i, want := range []theme.Color{{A: 255}, viridis.At(0.25), viridis.At(0.5), viridis.At(1)} {
		if got := img.Pix[4*i:][:4]; !bytes.Equal(got, []byte{want.R, want.G, want.B, 255}) {
			t.Errorf("count %d: %v, want %v", l.Counts[i], got, want)
		}
	}
	if s := layersShown(l); math.Abs(s.place(7)-0.75) > 1e-12 {
		t.Errorf("7 of 15 is at %v", s.place(7))
	}
	if v, ok := layersShown(l).at(1, 1); v != 15 || !ok {
		t.Errorf("at 1, 1 there is %v, %v", v, ok)
	}
	if _, ok := layersShown(l).at(2, 0); ok {
		t.Error("there is a number outside")
	}
}
