// SPDX-License-Identifier: MIT
// The depths of the first and the last hair in each texel; that of the first turned around, so that zero is none.
#include "hair/light_ribbon.glsl"
layout(std430, binding = 3) buffer Range { uvec2 range[]; };

void main()
{
    if (ribbonTau() == 0u) return;
    uint texel = texelIndex();
    uint bits = floatBitsToUint(ribbonDepth());
    atomicMax(range[texel].x, ~bits);
    atomicMax(range[texel].y, bits);
}
