// SPDX-License-Identifier: MIT
// The fragments of ribbons in a light's map: what each shadow method writes for one. A fragment's
// optical depth is 0 outside of the hair.
#include "hair/frame.glsl"
#include "hair/tau.glsl"
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in float depth;
layout(location = 2) in float opacity;

uint ribbonTau() { return tauOf(ribbon, opacity); }

float ribbonDepth() { return clamp(depth, 0.0, 1.0); }

uint texelIndex()
{
    uvec2 p = uvec2(gl_FragCoord.xy);
    return p.y * uint(lights.z) + p.x;
}

#part add
// Shadow methods "deep", "occupancy" and "volume": the function add of slot ADD adds a fragment.
// ribbons_trace.comp.glsl does the same without the graphics pipeline.
#include "hair/reads.glsl#blocks"
#include <ADD>

void main()
{
    uint tau = ribbonTau();
    if (tau > 0u) add(uvec2(gl_FragCoord.xy), tau, ribbonDepth());
}

#part sum
// Shadow method "slices": one sum a texel.
layout(std430, binding = 3) buffer Map { uint map[]; };

void main()
{
    uint tau = ribbonTau();
    if (tau > 0u) atomicAdd(map[texelIndex()], tau);
}

#part count
// Shadow method "exact": counts the fragments of each texel.
layout(std430, binding = 3) buffer Counts { uint counts[]; };

void main()
{
    if (ribbonTau() > 0u) atomicAdd(counts[texelIndex()], 1u);
}

#part emit
// Shadow method "exact": writes the optical depth, and a sort key: the texel above the depth in 24
// bits.
#include "hair/shadow_exact.glsl#bits"
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
