// SPDX-License-Identifier: MIT

package hair

import (
	"fmt"

	"github.com/combgl/comb/gpu"
	"github.com/combgl/comb/shaders"
)

// coverSteps is a pixel's cover in whole steps: a sum of 65,536 opaque hairs still fits a word.
const coverSteps = 65535

func sumFiles(l look, samples int) stageFiles {
	return l.ribbons("hair/ribbon_sum.frag.glsl", shaders.Constants{"SAMPLES": samples, "COVER_STEPS": float32(coverSteps)})
}

// Coverage draws the segments of the latest frame again and adds up what each fragment hides of its pixel, in pixels: with
// opaque hair, the area of all of it on the screen, as far as the head does not hide it. What level of detail and distance
// must keep. For statistics and tests; it waits for the result. Errors: as for Layers.
func (r *Renderer) Coverage() (float64, error) {
	if err := r.d.Enter(); err != nil {
		return 0, err
	}
	defer r.d.Leave()
	if !r.framed || r.canvas.framebuffer == 0 {
		return 0, fmt.Errorf("hair: Coverage before a frame: %w", gpu.ErrView)
	}
	if r.sumProgram == 0 {
		var err error
		if r.sumProgram, err = sumFiles(r.look(), r.o.Samples).link(r.d); err != nil {
			return 0, err
		}
	}
	counts, err := r.perPixel(r.sumProgram)
	sum := 0.0
	for _, c := range counts {
		sum += float64(c)
	}
	return sum / coverSteps, err
}
