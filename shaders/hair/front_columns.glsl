// SPDX-License-Identifier: MIT
// The columns of the hair in front: see hair/front_hair.comp.glsl.
#include "hair/width.glsl"

const float STEPS = 1024.0;  // of optical depth, as integers: sums are the same in any order
const float MOST_DEPTH = 8.0;  // that a segment adds to a slice
const uint MOST_SUM = 0xFFFFu;  // of a column: 64, of which nothing is seen

ivec2 cellsAcross() { return (ivec2(viewport.xy) + CELL - 1) / CELL; }

// The place of a point in columns; w is below the near plane for a point behind the camera.
vec4 inColumns(vec3 p)
{
    vec4 clip = view_projection * vec4(p, 1.0);
    return vec4((clip.xy / max(clip.w, viewport.z) * 0.5 + 0.5) * viewport.xy / float(CELL), viewDepth(p), clip.w);
}

float sliceOf(float depth, uint begin)
{
    float behind = clamp((depth - uintBitsToFloat(~begin)) * depth_keys.y, 0.0, 1.0);
    return min(sqrt(behind) * float(SLICES), float(SLICES) - 0.001);
}

// The word of a slice of a column. Neighbouring columns lie side by side: a point reads four.
uint sliceIn(uint column, uint slice) { return slice * uint(cellsAcross().x * cellsAcross().y) + column; }
