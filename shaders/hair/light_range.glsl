// SPDX-License-Identifier: MIT
// The depths of the first and the last hair in each texel; that of the first turned around, so that zero is none.
layout(std430, binding = 3) buffer Range { uvec2 range[]; };

void add(uvec2 texel, uint tau, float depth)
{
    uint at = texel.y * uint(lights.z) + texel.x;
    uint bits = floatBitsToUint(depth);
    atomicMax(range[at].x, ~bits);
    atomicMax(range[at].y, bits);
}
