// SPDX-License-Identifier: MIT
// add: sets a fragment's bit in the occupancy map and adds its optical depth to its slab.
#include "hair/light_occupancy.glsl"
layout(std430, binding = 3) readonly buffer Range { uvec2 range[]; };
layout(std430, binding = 4) buffer Texels { Occupancy texels[]; };

void add(uvec2 texel, uint tau, float depth)
{
    uint in_map = texel.y * uint(lights.z) + texel.x;
    uint at = uint(clamp(stepAt(range[in_map], depth), 0.0, 127.0));
    atomicOr(texels[in_map].bits[at >> 5], 1u << (at & 31u));
    atomicAdd(texels[in_map].slabs[at >> 5], tau);
}
