// SPDX-License-Identifier: MIT
// add: keeps the depths of the first (x) and the last hair (y) in each texel. The bits of x are
// inverted, so that 0 is "no hair".
layout(std430, binding = 3) buffer Range { uvec2 range[]; };

void add(uvec2 texel, uint tau, float depth)
{
    uint at = texel.y * uint(lights.z) + texel.x;
    uint bits = floatBitsToUint(depth);
    atomicMax(range[at].x, ~bits);
    atomicMax(range[at].y, bits);
}
