// SPDX-License-Identifier: MIT
// add: adds a fragment's optical depth to its slice of the opacity volume.
#include "hair/volume.glsl"
layout(std430, binding = 3) buffer Nearer { uint nearer[]; };
layout(std430, binding = 4) buffer Farther { uint farther[]; };
layout(std430, binding = 5) readonly buffer Begins { uint begins[]; };
layout(std430, binding = 6) readonly buffer Slots { uint slots[]; };

void add(uvec2 texel, uint tau, float depth)
{
    uint tile = tileOf(texel);
    uint begin = begins[tile];
    if (begin == 0u) return;  // does not happen; without a slot it would add to another tile
    uint slice = min(uint(sliceOf(depth, begin)), SLICES - 1u);
    uint at = firstSlice(texel, slots[tile]);
    if (slice < HALF_SLICES) {
        atomicAdd(nearer[at + slice], tau);
    } else {
        atomicAdd(farther[at + slice - HALF_SLICES], tau);
    }
}
