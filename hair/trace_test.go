// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/gpu/gputest"
)

// Traced ribbons are those that are drawn, but for texels whose middles lie on their edges, and what roundings decide.
func TestTracedIsDrawn(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(200)
	camera := Camera{Distance: 1, FieldOfView: 1, Azimuth: 0.5, Elevation: 0.2}
	for way := range errorOf {
		gputest.Run(t, dev, way.String(), func(t *testing.T) {
			if way == SliceShadow || way == ExactShadow {
				return // always drawn
			}
			lit := func(t *testing.T, trace bool, o Options) [][MaxLights]float64 {
				formForTests = &trace
				defer func() { formForTests = nil }()
				return litOf(t, newStage(t, dev, set, o), way, camera)
			}
			for i, o := range []Options{{}, {WidthPixels: 3}, {Lights: []Light{{Point: true, Position: [3]float32{2, 1, 1}, Strength: 1}}, ShadowSize: 24}, {Detail: 0.5}} {
				gputest.Run(t, dev, fmt.Sprint("options=", i), func(t *testing.T) {
					traced := lit(t, true, o)
					want := lit(t, false, o)
					mean, shadowed := 0.0, 0.0
					for i := range traced {
						mean += math.Abs(traced[i][0]-want[i][0]) / float64(len(traced))
						shadowed += (1 - traced[i][0]) / float64(len(traced))
					}
					t.Logf("%v, %+v: %.5f apart, %.3f taken", way, o.Lights, mean, shadowed)
					if mean > 0.004 || shadowed < 0.02 {
						t.Errorf("%v: traced and drawn are %.5f apart, and take %.3f", way, mean, shadowed)
					}
				})
			}
		})
	}
}

func TestTraces(t *testing.T) {
	if traces(gpu.Caps{Software: true}) || !traces(gpu.Caps{}) {
		t.Error("software traces, or a GPU does not")
	}
}
