// SPDX-License-Identifier: MIT

package hair

import (
	"testing"

	"github.com/combgl/comb/gpu/gputest"
)

// The opaque core helps thick opaque hair, by methods that neither sort fragments nor list them.
func TestCoreHelpsThickOpaqueHair(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(5)
	set.DefaultOpacity = 1
	m, err := NewModel(dev, set)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Release()
	for _, c := range []struct {
		name         string
		method       Transparency
		pixels       float32
		opacity      float32
		works, helps bool
	}{
		{"blend", Blend, 3, 0, true, true},
		{"weighted", Weighted, 3, 0, true, true},
		{"occupancy", Occupancy, 3, 0, true, true},
		{"lists", Lists8, 3, 0, true, false},
		{"tiles", Tiles, 3, 0, true, false},
		{"exact", Exact, 3, 0, true, false},
		{"thin", Blend, 1, 0, true, false},
		{"clear", Blend, 3, 0.95, false, false},
		{"own width", Blend, 0, 0, true, true}, // 2 mm
	} {
		gputest.Run(t, dev, c.name, func(t *testing.T) {
			o := Options{Transparency: TransparencyOptions{Method: c.method}, Debug: DebugOptions{WidthPixels: c.pixels}, Strands: StrandOptions{Opacity: c.opacity}}
			if works, helps := m.CoreWorks(o), m.CoreHelps(o); works != c.works || helps != c.helps {
				t.Errorf("works %v, helps %v, want %v, %v", works, helps, c.works, c.helps)
			}
		})
	}
}
