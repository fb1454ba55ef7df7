// SPDX-License-Identifier: MIT
// Counts the fragments of each texel of a light's map.
#include "hair/light_ribbon.glsl"
layout(std430, binding = 3) buffer Counts { uint counts[]; };

void main()
{
    if (ribbonTau() > 0u) atomicAdd(counts[texelIndex()], 1u);
}
