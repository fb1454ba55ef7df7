// SPDX-License-Identifier: MIT
// Shadow method "volume": running sums over the slices in front of a depth, interpolated linearly.
#include "hair/frame.glsl"
#include "hair/volume.glsl"
layout(std430, binding = BIND_NEARER) readonly buffer Nearer { uint nearer[]; };
layout(std430, binding = BIND_FARTHER) readonly buffer Farther { uint farther[]; };
layout(std430, binding = BIND_BEGINS) readonly buffer Begins { uint begins[]; };
layout(std430, binding = BIND_SLOTS) readonly buffer Slots { uint slots[]; };

// The sum over a texel's slices up to this one. Farther holds the slices from HALF_SLICES on.
uint sumTo(uint at, uint slice) { return slice < HALF_SLICES ? nearer[at + slice] : farther[at + slice - HALF_SLICES]; }

vec2 tausAt(uvec2 texel, float depth)
{
    uint tile = tileOf(texel);
    uint begin = begins[tile];
    if (begin == 0u) return vec2(0.0);
    uint at = firstSlice(texel, slots[tile]);
    uint all = farther[at + HALF_SLICES - 1u];
    if (all == 0u) return vec2(0.0);
    float place = sliceOf(depth, begin);
    uint slice = min(uint(place), SLICES - 1u);
    uint before = slice == 0u ? 0u : sumTo(at, slice - 1u);
    float front = float(before) + (place - float(slice)) * float(sumTo(at, slice) - before);
    return vec2(front, float(all) - front) / TAU_STEPS;
}
