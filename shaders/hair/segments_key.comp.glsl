// SPDX-License-Identifier: MIT
// Computes the sort keys of a list of segments again, as the cull computed them. For statistics.
// Grid: one invocation a segment of the model. Reads: Kept, Points, Count. Writes: Keys. CPU twin:
// KeyOf in hair/internal/scene/frame.go.
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
