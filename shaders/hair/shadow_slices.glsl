// SPDX-License-Identifier: MIT
// Shadow method "slices": hair and places are sorted into slices along the light, and the map gets
// the hair slice by slice.

#part slice
// The slice of a depth among the hair.
uint sliceAt(float depth) { return uint(clamp(depth * float(SLICES), 0.0, float(SLICES - 1u))); }

#part taus
// The map holds the hair of the slices nearer to the light.
#include "hair/frame.glsl"
layout(std430, binding = BIND_MAP) readonly buffer Map { uint map[]; };
layout(std430, binding = BIND_TOTAL) readonly buffer Total { uint total[]; };

vec2 tausAt(uvec2 at, float depth)
{
    uint texel = at.y * uint(lights.z) + at.x;
    uint front = map[texel];
    // The map sums pieces of segments. By rounding it can exceed the total.
    return vec2(front, max(total[texel], front) - front) / TAU_STEPS;
}
