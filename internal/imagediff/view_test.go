// SPDX-License-Identifier: MIT

package imagediff

import (
	"fmt"
	"math"
	"testing"
)

func TestHeatGrowsBrighter(t *testing.T) {
	m := Map{256, 1, make([]float64, 256)}
	for i := range m.Values {
		m.Values[i] = float64(i) / 255
	}
	p := Heat(m, 1)
	before := -1.0
	each(p, func(i int, v []uint8) {
		l := 0.2126*linear[v[0]] + 0.7152*linear[v[1]] + 0.0722*linear[v[2]]
		if l < before {
			t.Errorf("at %d of 255 it gets darker", i)
		}
		before = l
		if v[3] != 255 {
			t.Errorf("alpha %d", v[3])
		}
	})
	// The published colours at 0, 128 and 255.
	for i, want := range map[int][3]uint8{0: {0, 0, 4}, 128: {183, 55, 121}, 255: {252, 253, 191}} {
		t.Run(fmt.Sprint("i=", i), func(t *testing.T) {
			if v := at(p, i); [3]uint8(v[:3]) != want {
				t.Errorf("at %d: %v, want %v", i, v[:3], want)
			}
		})
	}
	if a, b := heatColor(-1), heatColor(0); a != b {
		t.Errorf("below 0: %v", a)
	}
	if a, b := heatColor(7), heatColor(1); a != b {
		t.Errorf("above 1: %v", a)
	}
	if at(Heat(Map{1, 1, []float64{0.25}}, 4), 0)[0] != 252 {
		t.Error("the gain does nothing")
	}
}

func TestDifferenceAndErrors(t *testing.T) {
	a, b := flat(2, 1, 10, 20, 30), flat(2, 1, 10, 20, 30)
	copy(b.Pix, []uint8{13, 10, 30})
	p, err := Difference(a, b, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got := [8]uint8(p.Pix); got != [8]uint8{6, 20, 0, 255, 0, 0, 0, 255} {
		t.Errorf("%v", got)
	}
	if p, _ = Difference(a, b, 100); p.Pix[1] != 255 {
		t.Errorf("10 times 100 is %d", p.Pix[1])
	}
	m, err := Errors(a, b)
	if err != nil || m.Values[0] != 10.0/255 || m.Values[1] != 0 {
		t.Errorf("%v, %v", m.Values, err)
	}
}

func TestWipe(t *testing.T) {
	a, b := flat(8, 2, 1, 1, 1), flat(8, 2, 2, 2, 2)
	for place, want := range map[float64][8]uint8{
		math.NaN(): {2, 2, 2, 2, 2, 2, 2, 2}, -1: {2, 2, 2, 2, 2, 2, 2, 2}, 0: {2, 2, 2, 2, 2, 2, 2, 2}, 0.5: {1, 1, 1, 1, 255, 2, 2, 2}, 1: {1, 1, 1, 1, 1, 1, 1, 1}, 9: {1, 1, 1, 1, 1, 1, 1, 1},
	} {
		t.Run(fmt.Sprint("place=", place), func(t *testing.T) {
			p, err := Wipe(a, b, place)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 16 {
				if v := at(p, i)[0]; v != want[i%8] {
					t.Errorf("at %v, pixel %d: %d, want %d", place, i, v, want[i%8])
				}
			}
		})
	}
}
