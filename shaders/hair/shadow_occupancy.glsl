// SPDX-License-Identifier: MIT
// Shadow method "occupancy": the sum of the slabs in front of a depth, plus a part of its own slab,
// by the share of set bits in front. Sintorn and Assarsson, "Hair Self Shadowing and Transparency
// Depth Ordering Using Occupancy Maps", I3D 2009. They count hairs of one opacity; this sums each
// hair's optical depth. Parts range and add are two passes over the ribbons (slot ADD). Part taus
// reads the map (slot TAUS).

#part range
// Keeps the depths of the first (x) and the last hair (y) in each texel. The bits of x are
// inverted, so that 0 is "no hair".
layout(std430, binding = 3) buffer Range { uvec2 range[]; };

void add(uvec2 texel, uint tau, float depth)
{
    uint at = texel.y * uint(lights.z) + texel.x;
    uint bits = floatBitsToUint(depth);
    atomicMax(range[at].x, ~bits);
    atomicMax(range[at].y, bits);
}

#part add taus
#include "hair/frame.glsl"

// A texel of the map. 128 steps divide the depths from the first hair to the last; bits has one bit
// each. slabs has the sum of optical depths for each 32 steps.
struct Occupancy {
    uvec4 bits;
    uvec4 slabs;
};

// The step of a depth: below 0 in front of the first hair, 128 or more behind the last.
float stepAt(uvec2 range, float depth)
{
    float first = uintBitsToFloat(~range.x);
    float last = uintBitsToFloat(range.y);
    return (depth - first) / max(last - first, 1e-7) * 128.0;
}

#part add
// Sets a fragment's bit and adds its optical depth to its slab.
layout(std430, binding = 3) readonly buffer Range { uvec2 range[]; };
layout(std430, binding = 4) buffer Texels { Occupancy texels[]; };

void add(uvec2 texel, uint tau, float depth)
{
    uint in_map = texel.y * uint(lights.z) + texel.x;
    uint at = uint(clamp(stepAt(range[in_map], depth), 0.0, 127.0));
    atomicOr(texels[in_map].bits[at >> 5], 1u << (at & 31u));
    atomicAdd(texels[in_map].slabs[at >> 5], tau);
}

#part taus
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
