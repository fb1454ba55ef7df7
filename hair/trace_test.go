// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"
	"math"
	"testing"

	"github.com/combgl/comb/gpu/gputest"
	"github.com/combgl/comb/hair/internal/shadow"
)

// Traced ribbons take as much light as those that are drawn. What single texels get differs, as
// the ends of segments are cut otherwise; beside that, both are equally far from the light
// through maps so fine that neither matters.
func TestTracedShadowsMatchDrawnShadows(t *testing.T) {
	dev := gputest.Device(t)
	set := tuft(200)
	camera := Camera{Distance: 1, FieldOfView: 1, Azimuth: 0.5, Elevation: 0.2}
	lit := func(t *testing.T, method Shadow, trace bool, o Options) [][MaxLights]float64 {
		shadow.FormForTests = &trace
		defer func() { shadow.FormForTests = nil }()
		return litOf(t, newStage(t, dev, set, o), method, camera)
	}
	for i, o := range []Options{
		{Light: LightOptions{ShadowSize: 64}}, {Debug: DebugOptions{WidthPixels: 3}, Light: LightOptions{ShadowSize: gputest.InNightly(64, 24)}}, {Light: LightOptions{ShadowSize: 64}, Strands: StrandOptions{Detail: 0.5}},
		{Light: LightOptions{Lights: []Light{{Point: true, Position: [3]float32{2, 1, 1}, Strength: 1}}, ShadowSize: 24}},
	} {
		most := 0.01 // more light, or less
		if o.Strands.Detail > 0 {
			most = 0.015 // fewer and wider strands
		}
		fine := o
		fine.Light.ShadowSize *= 8
		fine.Debug.WidthPixels *= 8
		var truth [][MaxLights]float64
		for method := range errorOf {
			if method == SliceShadow || method == ExactShadow {
				continue // always drawn
			}
			gputest.Run(t, dev, fmt.Sprintf("options=%d,%v", i, method), func(t *testing.T) {
				if truth == nil {
					truth = lit(t, ExactShadow, false, fine)
				}
				traced, drawn := lit(t, method, true, o), lit(t, method, false, o)
				apart, more, shadowed, tracedError, drawnError := 0.0, 0.0, 0.0, 0.0, 0.0
				for i := range traced {
					apart += math.Abs(traced[i][0]-drawn[i][0]) / float64(len(traced))
					more += (traced[i][0] - drawn[i][0]) / float64(len(traced))
					shadowed += (1 - traced[i][0]) / float64(len(traced))
					tracedError += math.Abs(traced[i][0]-truth[i][0]) / float64(len(traced))
					drawnError += math.Abs(drawn[i][0]-truth[i][0]) / float64(len(traced))
				}
				t.Logf("%.5f apart, %.5f more light, %.3f taken, errors %.4f and %.4f", apart, more, shadowed, tracedError, drawnError)
				if apart > 0.03 || math.Abs(more) > most || shadowed < 0.02 || tracedError > drawnError+0.01 {
					t.Errorf("traced and drawn are %.5f apart and take %.3f, traced %.5f less; errors are %.4f and %.4f",
						apart, shadowed, more, tracedError, drawnError)
				}
			})
		}
	}
}
