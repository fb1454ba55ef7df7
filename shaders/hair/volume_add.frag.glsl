// SPDX-License-Identifier: MIT
// Adds a ribbon to the opacity volume: the slices of a texel lie one behind the other, the nearer and the farther half
// in a buffer each, as all of them are more than some drivers bind.
#include "hair/light_ribbon.glsl"
#include "hair/volume.glsl"
layout(std430, binding = 3) buffer Nearer { uint nearer[]; };
layout(std430, binding = 4) buffer Farther { uint farther[]; };
layout(std430, binding = 5) readonly buffer Begins { uint begins[]; };

void main()
{
    uint tau = ribbonTau();
    if (tau == 0u) return;
    uint slice = min(uint(sliceOf(ribbonDepth(), begins[tileOf(uvec2(gl_FragCoord.xy))])), SLICES - 1u);
    uint at = texelIndex() * HALF_SLICES;
    if (slice < HALF_SLICES) {
        atomicAdd(nearer[at + slice], tau);
    } else {
        atomicAdd(farther[at + slice - HALF_SLICES], tau);
    }
}
