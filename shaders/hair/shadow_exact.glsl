// SPDX-License-Identifier: MIT
// Shadow method "exact": all fragments of a band of the map's rows, sorted by texel and depth.

#part bits taus
// A depth among the hair (0 to 1) in 24 bits.
uint depthBits(float depth) { return min(uint(depth * 16777216.0), 0xFFFFFFu); }

#part taus
// A binary search finds the fragments in front of the depth. Running totals give the optical depth
// on both sides of it.

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
