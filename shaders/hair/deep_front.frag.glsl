// SPDX-License-Identifier: MIT
// The depth of the first hair in each texel. Turned around, so that zero is none.
#include "hair/light_ribbon.glsl"
layout(std430, binding = 3) buffer Front { uint front[]; };

void main()
{
    if (ribbonTau() > 0u) atomicMax(front[texelIndex()], ~floatBitsToUint(ribbonDepth()));
}
