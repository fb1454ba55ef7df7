// SPDX-License-Identifier: MIT
// Adds the light that reaches each place, for one band of rows of a light's map. The fragments of
// the band are sorted by texel and depth. A binary search finds those in front of the place, and
// running totals give the optical depth on both sides of it. Sums holds the result from band to
// band. The last band writes it to Lit.
// Grid: one invocation a place. Reads: Points, HeadPlaces, Begins, Keys, Taus. Reads and writes:
// Sums. Writes: Lit. CPU twin: shadow_test.go.
#include "lib/grid.glsl"
#include "hair/frame.glsl"
#include "hair/exact.glsl"
// The first fragment of each texel, and the end.
layout(std430, binding = BIND_BEGINS) readonly buffer Begins { uint begins[]; };
layout(std430, binding = BIND_KEYS) readonly buffer Keys { uvec2 keys[]; };
// Running totals of optical depth, modulo 2^32.
layout(std430, binding = BIND_TAUS) readonly buffer Taus { uint taus[]; };
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
#include "hair/lit_store.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SUMS) buffer Sums { vec2 sums[]; };
uniform uint place_count;
uniform uint first_row;
uniform uint end_row;  // 0: this is the last band

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= place_count || !isPlaceUsed(i)) return;
    vec3 place = placeAt(i);
    vec3 normal = normalAt(i);
    vec2 reached = hairTransmittance(place, normal, first_row == 0u ? -0x7FFFFFFF : int(first_row), end_row == 0u ? 0x7FFFFFFF : int(end_row));
    if (first_row > 0u) reached += sums[i];
    sums[i] = reached;
    if (end_row > 0u) return;
    storeReached(i, reached, lightPastHead(place, normal), place, normal);
}
