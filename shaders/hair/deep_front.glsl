// SPDX-License-Identifier: MIT
// The depth of the first hair in each texel. Turned around, so that zero is none.
layout(std430, binding = 3) buffer Front { uint front[]; };

void add(uvec2 texel, uint tau, float depth) { atomicMax(front[texel.y * uint(lights.z) + texel.x], ~floatBitsToUint(depth)); }
