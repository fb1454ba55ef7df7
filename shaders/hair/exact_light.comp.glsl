// SPDX-License-Identifier: MIT
// Adds to what gets to each place from a light what the rows of a band of its map tell: of all fragments of a texel those
// before the place, found by halving. The last band keeps the sum.
// Grid: one invocation a place. Reads: Points, HeadPlaces, Begins, Keys, Taus. Reads and writes: Sums. Writes: Lit.
// CPU twin: shadow_test.go.
#include "lib/grid.glsl"
#include "hair/frame.glsl"
#include "hair/exact.glsl"
layout(std430, binding = BIND_BEGINS) readonly buffer Begins { uint begins[]; };  // of each texel, and the end
layout(std430, binding = BIND_KEYS) readonly buffer Keys { uvec2 keys[]; };
layout(std430, binding = BIND_TAUS) readonly buffer Taus { uint taus[]; };        // running totals, modulo 2^32
uniform uint first_fragment;

uint tausBefore(uint i) { return i == 0u ? 0u : taus[i - 1u]; }

vec2 tausAt(uvec2 at, float depth)
{
    uint texel = at.y * uint(lights.z) + at.x;
    uint begin = begins[texel] - first_fragment;
    uint end = begins[texel + 1u] - first_fragment;
    uint bits = depthBits(depth);
    uint low = begin, high = end;
    while (low < high) {
        uint middle = (low + high) >> 1;
        if ((keys[middle].x & 0xFFFFFFu) < bits) {
            low = middle + 1u;
        } else {
            high = middle;
        }
    }
    uint first = tausBefore(begin), own = tausBefore(low);
    return vec2(float(own - first), float(tausBefore(end) - own)) / TAU_STEPS;
}

#include "hair/footprint.glsl"
#include "hair/places.glsl"
#include "hair/lit_keep.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SUMS) buffer Sums { vec2 sums[]; };
uniform uint place_count;
uniform uint first_row;
uniform uint end_row;  // 0: this is the last band

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= place_count || !placeCounts(i)) return;
    vec3 place = placeAt(i);
    vec3 normal = normalAt(i);
    vec2 reached = through(place, normal, first_row == 0u ? -0x7FFFFFFF : int(first_row), end_row == 0u ? 0x7FFFFFFF : int(end_row));
    if (first_row > 0u) reached += sums[i];
    sums[i] = reached;
    if (end_row > 0u) return;
    keepReached(i, reached, pastHead(place, normal), place, normal);
}
