// SPDX-License-Identifier: MIT
// Shadow method "occupancy": the sum of the slabs in front of a depth, plus a part of its own slab,
// by the share of set bits in front. Sintorn and Assarsson, "Hair Self Shadowing and Transparency
// Depth Ordering Using Occupancy Maps", I3D 2009. They count hairs of one opacity; this sums each
// hair's optical depth.
#include "hair/frame.glsl"
#include "hair/light_occupancy.glsl"
layout(std430, binding = BIND_RANGE) readonly buffer Range { uvec2 range[]; };
layout(std430, binding = BIND_TEXELS) readonly buffer Texels { Occupancy texels[]; };

vec2 tausAt(uvec2 at, float depth)
{
    uint texel = at.y * uint(lights.z) + at.x;
    uvec2 r = range[texel];
    if (r.x == 0u) return vec2(0.0);
    float place = stepAt(r, depth);
    uvec4 slabs = texels[texel].slabs;
    float all = float(slabs.x + slabs.y + slabs.z + slabs.w);
    float before = 0.0;
    if (place >= 128.0) {
        before = all;
    } else if (place > 0.0) {
        uint steps = uint(place);
        uvec4 bits = texels[texel].bits;
        for (uint m = 0u; m < 4u; m++) {
            uint full = min(steps - min(steps, 32u * m), 32u);  // steps of this slab in front
            uint mask = full == 32u ? 0xFFFFFFFFu : (1u << full) - 1u;
            before += float(slabs[m]) * float(bitCount(bits[m] & mask)) / float(max(bitCount(bits[m]), 1));
        }
    }
    return vec2(before, all - before) / TAU_STEPS;
}
