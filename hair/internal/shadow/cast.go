// SPDX-License-Identifier: MIT

package shadow

import (
	"math"

	"github.com/combgl/comb/hair/internal/scene"
	"github.com/go-gl/mathgl/mgl32"
)

// cast says which strands shade others, and how much more than their own optical depth they count:
// part casts of shaders/hair/light.glsl.
type cast struct{ below, factor uint32 }

// allCast are all strands.
var allCast = cast{math.MaxUint32, castUnit}

const castUnit = 1 << 16

// castOf returns the cast of a share of the strands that are drawn. detail is scene.Frame.Detail;
// ranks is scene.Hair.Ranks. Strands that fade cast no shadow. It is pure.
func castOf(share float32, detail mgl32.Vec4, ranks []int) cast {
	if share >= 1 {
		return allCast
	}
	whole := min(detail[0]-1/detail[1], 1) // ranks below this one are drawn whole
	steps := float32(len(ranks))
	c := cast{below: max(1, uint32(share*whole*steps+0.5))}
	all, casting := 0.0, 0.0
	for rank, n := range ranks {
		weight := float64(n) * scene.FadeOf(detail, float32(rank)/steps)
		if all += weight; rank < int(c.below) {
			casting += weight
		}
	}
	c.factor = uint32(math.Round(castUnit * all / max(casting, 1)))
	return c
}
