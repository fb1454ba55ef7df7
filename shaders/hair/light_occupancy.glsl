// SPDX-License-Identifier: MIT
// A texel of an occupancy map. 128 steps divide the depths from the first hair to the last; bits
// has one bit each. slabs has the sum of optical depths for each 32 steps.
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
