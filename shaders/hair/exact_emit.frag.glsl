// SPDX-License-Identifier: MIT
// Writes a fragment's optical depth, and a sort key: its texel above its depth in 24 bits.
#include "hair/light_ribbon.glsl"
#include "hair/exact.glsl"
layout(std430, binding = 3) buffer Emitted { uint emitted; };
layout(std430, binding = 4) writeonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = 5) writeonly buffer Taus { uint taus[]; };
uniform uint first_texel;
uniform uint room;

void main()
{
    uint tau = ribbonTau();
    if (tau == 0u) return;
    uint at = atomicAdd(emitted, 1u);
    if (at >= room) return;
    uint texel = texelIndex() - first_texel;
    keys[at] = uvec2(texel << 24 | depthBits(ribbonDepth()), texel >> 8);
    taus[at] = tau;
}
