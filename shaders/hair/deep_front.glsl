// SPDX-License-Identifier: MIT
// add: keeps the depth of the first hair in each texel. The bits are inverted: 0 is "no hair".
layout(std430, binding = 3) buffer Front { uint front[]; };

void add(uvec2 texel, uint tau, float depth) { atomicMax(front[texel.y * uint(lights.z) + texel.x], ~floatBitsToUint(depth)); }
