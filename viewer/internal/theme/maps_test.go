// SPDX-License-Identifier: MIT

package theme

import (
	"math"
	"testing"
)

func TestMapsGrowBrighter(t *testing.T) {
	for _, m := range Maps {
		before := -1.0
		for i := range 101 {
			l := m.At(float64(i) / 100).luminance()
			if l <= before {
				t.Errorf("%s at %d %%: the luminance is %v, before %v", m.Name, i, l, before)
			}
			before = l
		}
		last := len(m.Stops) - 1
		for i, want := range m.Stops {
			if got := m.At(float64(i) / float64(last)); got != want {
				t.Errorf("%s: stop %d is %v, want %v", m.Name, i, got, want)
			}
		}
		if m.At(-1) != m.Stops[0] || m.At(math.NaN()) != m.Stops[0] || m.At(2) != m.Stops[last] || m.At(math.Inf(1)) != m.Stops[last] {
			t.Errorf("%s: places outside of 0 to 1 are not those at the ends", m.Name)
		}
	}
	if got, want := (Map{Stops: hexes(0x000000, 0xFFFFFF)}).At(0.5), hex(0x808080); got != want {
		t.Errorf("half of grey is %v, want %v", got, want)
	}
}
