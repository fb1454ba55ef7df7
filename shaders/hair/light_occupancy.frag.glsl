// SPDX-License-Identifier: MIT
// Sets a ribbon's bit in the occupancy map and adds it to its slab.
#include "hair/light_ribbon.glsl"
#include "hair/light_occupancy.glsl"
layout(std430, binding = 3) readonly buffer Range { uvec2 range[]; };
layout(std430, binding = 4) buffer Texels { Occupancy texels[]; };

void main()
{
    uint tau = ribbonTau();
    if (tau == 0u) return;
    uint texel = texelIndex();
    uint at = uint(clamp(stepAt(range[texel], ribbonDepth()), 0.0, 127.0));
    atomicOr(texels[texel].bits[at >> 5], 1u << (at & 31u));
    atomicAdd(texels[texel].slabs[at >> 5], tau);
}
