// SPDX-License-Identifier: MIT
// The sort key of each of a list of segments, which the cull gave those that it kept: for statistics, in whatever order.
// Grid: one invocation a segment of the model. Reads: Kept, Points, Count. Writes: Keys. CPU twin: keyOf in hair/selftest.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/depth_key.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEPT) readonly buffer Kept { uint kept[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = kept[i] & SEGMENT_POINT;
    keys[i] = middleKey(points[p].xyz, points[p + 1u].xyz);
}
