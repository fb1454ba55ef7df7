// SPDX-License-Identifier: MIT
// Adds a ribbon to a map of one sum for each texel.
#include "hair/light_ribbon.glsl"
layout(std430, binding = 3) buffer Map { uint map[]; };

void main()
{
    uint tau = ribbonTau();
    if (tau > 0u) atomicAdd(map[texelIndex()], tau);
}
