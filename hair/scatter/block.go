// SPDX-License-Identifier: MIT

package scatter

import "math"

// Block is the uniform block Scatter of shaders/hair/hair_angles.glsl, in the same order (std140:
// all members are vec4).
type Block struct {
	Variance [4]float32 // along the hair: of R, TT, TRT and the longer paths
	Peak     [4]float32 // 1 / (v (1 - exp(-2/v))) of each
	TiltCos  [4]float32 // cosine of the tilt that the scales add to the inclination
	TiltSin  [4]float32 // its sine
	Kajiya   [4]float32 // sharpness of both highlights, then their strength
	Dye      [4]float32 // mean absorption of all hairs; w: 1 / mean of Ink, or 0 if each hair has its own
	Rest     [4]float32 // density; 1 / colorScale; index of refraction; logistic scale
}

// Block returns the uniform block of a Hair. dye is the mean absorption of all hairs; nil gives
// each hair the absorption of its own tint. ink is the mean of Ink over the hairs. A hair with a
// higher Ink gets more of the dye, so that darker strands and roots stay darker.
func (h Hair) Block(dye *RGB, ink float64) (b Block) {
	v, tilt := h.variances(), h.tilts()
	for path := range paths {
		b.Variance[path] = float32(v[path])
		b.Peak[path] = float32(1 / (v[path] * -math.Expm1(-2/v[path])))
		sin, cos := math.Sincos(tilt[path])
		b.TiltCos[path], b.TiltSin[path] = float32(cos), float32(sin)
	}
	sharpness, strength := h.highlights()
	for i := range 2 {
		b.Kajiya[i], b.Kajiya[2+i] = float32(sharpness[i]), float32(strength[i])
	}
	if dye != nil {
		for c, a := range dye {
			b.Dye[c] = float32(a)
		}
		b.Dye[3] = float32(1 / max(ink, leastInk))
	}
	b.Rest = [4]float32{float32(h.Density), float32(1 / colorScale(h.Azimuthal)), float32(h.Refraction), float32(h.logistic())}
	return b
}

// Constants returns the constants of the shader files, except the bindings of the block and the
// textures.
func Constants() map[string]any {
	return map[string]any{
		"LOBE_COLUMNS": LobeColumns, "LOBE_ROWS": LobeRows, "MEAN_COLUMNS": MeanColumns, "MEAN_ROWS": MeanRows,
		"FAINTEST": float32(faintest), "KAJIYA_PATH": float32(kajiyaPath),
		"LEAST_INK": float32(leastInk), "DARKEST": float32(darkest), "INK_LOW": float32(inkLow), "INK_HIGH": float32(inkHigh),
	}
}
