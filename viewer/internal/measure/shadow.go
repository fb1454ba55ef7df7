// SPDX-License-Identifier: MIT

package measure

import (
	"fmt"

	"github.com/combgl/comb/hair"
)

// shadowErrorPoints is how many points of the model a shadow's mean error is over.
const shadowErrorPoints = 20_000

// shadowStats compares a shadow method with the exact one.
type shadowStats struct {
	Shadow string    `json:"shadow"`
	Error  float64   `json:"shadow_error"` // mean |T - exact T| over points and lights
	Lights []float64 `json:"light_errors"` // each light's
	MiB    float64   `json:"mib"`          // that the method keeps, beside what all share
	MS     float64   `json:"ms"`           // for all lights, by the wall clock
}

// shadows compares shadow methods with the exact one: none, the image's own, or all of them in a
// table.
func (m *Meter) shadows(camera hair.Camera, out *Stats) error {
	var methods []hair.Shadow
	switch {
	case m.Options.Run.Measuring.Shadows:
		for _, s := range hair.Shadows() {
			if s != hair.ExactShadow {
				methods = append(methods, s)
			}
		}
	case m.Options.Run.Measuring.ShadowError:
		methods = []hair.Shadow{m.Options.Light.Shadow}
	default:
		return nil
	}
	done := m.Log.Step("shadows against exact")
	found, err := m.Scene.Renderer.ShadowErrors(camera, methods, shadowErrorPoints)
	if err != nil {
		return err
	}
	done("")
	fmt.Fprintf(m.Log.Results, "%-12s %14s %9s %9s\n", "shadow", "mean |T error|", "MiB", "ms")
	for i, e := range found {
		s := shadowStats{e.Shadow.String(), e.Mean, e.Lights, float64(e.Bytes) / (1 << 20), Milliseconds(e.Time)}
		fmt.Fprintf(m.Log.Results, "%-12s %14.4f %9.1f %9.2f\n", s.Shadow, s.Error, s.MiB, s.MS)
		out.Shadows = append(out.Shadows, s)
		if e.Shadow == m.Options.Light.Shadow {
			out.ShadowError = &found[i].Mean
		}
	}
	return nil
}
