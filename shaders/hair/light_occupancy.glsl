// SPDX-License-Identifier: MIT
// A texel of an occupancy map: 128 steps from the first hair to the last, a bit each, and for each 32 of them, a slab,
// the sum of what lies there.
struct Occupancy {
    uvec4 bits;
    uvec4 slabs;
};

// The step of a depth: below 0 before the first hair, 128 or more behind the last.
float stepAt(uvec2 range, float depth)
{
    float first = uintBitsToFloat(~range.x);
    float last = uintBitsToFloat(range.y);
    return (depth - first) / max(last - first, 1e-7) * 128.0;
}
