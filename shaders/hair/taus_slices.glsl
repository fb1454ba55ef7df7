// SPDX-License-Identifier: MIT
// Shadow method "slices": the map holds the hair of the slices nearer to the light.
#include "hair/frame.glsl"
layout(std430, binding = BIND_MAP) readonly buffer Map { uint map[]; };
layout(std430, binding = BIND_TOTAL) readonly buffer Total { uint total[]; };

vec2 tausAt(uvec2 at, float depth)
{
    uint texel = at.y * uint(lights.z) + at.x;
    uint front = map[texel];
    return vec2(front, total[texel] - front) / TAU_STEPS;
}
