// SPDX-License-Identifier: MIT
// The way "volume": sums over the slices before a depth, straight between them. Nearer and Farther hold running totals
// over all texels there are, modulo 2^32: what a texel has is a difference of two, which is exact as long as one texel's own sum
// stays below.
#include "hair/frame.glsl"
#include "hair/volume.glsl"
layout(std430, binding = BIND_NEARER) readonly buffer Nearer { uint nearer[]; };
layout(std430, binding = BIND_FARTHER) readonly buffer Farther { uint farther[]; };
layout(std430, binding = BIND_BEGINS) readonly buffer Begins { uint begins[]; };
layout(std430, binding = BIND_SLOTS) readonly buffer Slots { uint slots[]; };

uint nearerBefore(uint i) { return i == 0u ? 0u : nearer[i - 1u]; }
uint fartherBefore(uint i) { return i == 0u ? 0u : farther[i - 1u]; }

vec2 tausAt(uvec2 texel, float depth)
{
    uint tile = tileOf(texel);
    uint begin = begins[tile];
    if (begin == 0u) return vec2(0.0);
    uint at = firstSlice(texel, slots[tile]);
    uint n = nearerBefore(at);
    uint f = fartherBefore(at);
    uint near_sum = nearerBefore(at + HALF_SLICES) - n;
    uint far_sum = fartherBefore(at + HALF_SLICES) - f;
    if (near_sum + far_sum == 0u) return vec2(0.0);
    float place = sliceOf(depth, begin);
    uint slice = min(uint(place), SLICES - 1u);
    uint before, own;
    if (slice < HALF_SLICES) {
        before = nearerBefore(at + slice) - n;
        own = nearer[at + slice] - n - before;
    } else {
        uint s = at + slice - HALF_SLICES;
        before = near_sum + fartherBefore(s) - f;
        own = near_sum + farther[s] - f - before;
    }
    float front = float(before) + (place - float(slice)) * float(own);
    return vec2(front, float(near_sum + far_sum) - front) / TAU_STEPS;
}
