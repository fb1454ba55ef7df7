// SPDX-License-Identifier: MIT
// The sort key of each kept segment: the view depth of its midpoint, from the nearest to the farthest of the model, in
// as many bits as the sort looks at. 16 bits are as good to the eye as 32: see ARCHITECTURE.md.
// Grid: one invocation a segment (indirect). Reads: Kept, Points, Count. Writes: Keys. CPU twin: keyOf in hair/selftest.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/frame.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEPT) readonly buffer Kept { uint kept[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = kept[i] & SEGMENT_POINT;
    float depth = viewDepth(0.5 * (points[p].xyz + points[p + 1u].xyz));
    float t = clamp((depth - depth_keys.x) * depth_keys.y, 0.0, 1.0);
    // Below 2^24 steps a float holds every key; with more bits the lowest are 0.
    keys[i] = uint(min(t * depth_keys.z, 4294967040.0));
}
