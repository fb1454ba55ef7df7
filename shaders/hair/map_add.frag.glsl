// SPDX-License-Identifier: MIT
// Adds a ribbon's fragment to a map with one sum a texel.
#include "hair/light_ribbon.glsl"
layout(std430, binding = 3) buffer Map { uint map[]; };

void main()
{
    uint tau = ribbonTau();
    if (tau > 0u) atomicAdd(map[texelIndex()], tau);
}
