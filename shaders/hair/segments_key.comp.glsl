// SPDX-License-Identifier: MIT
// Computes the sort keys of a list of segments.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/depth_key.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEPT) readonly buffer Kept { uint kept[]; };
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_KEYS) writeonly buffer Keys { uint keys[]; };

#part middle
// From the midpoint of each segment, again as the cull computed them. For statistics.
// Grid: one invocation a segment of the model. Reads: Kept, Points, Count. Writes: Keys. CPU twin:
// KeyOf in hair/internal/scene/frame.go.
void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = segmentPoint(kept[i]);
    keys[i] = middleKey(points[p].xyz, points[p + 1u].xyz);
}

#part strand
// Computes one sort key for all segments of a strand: the view depth of its middle point. The sort
// is stable, so a strand's segments stay together in the order of the file. The strand of a segment
// is found by binary search. This order exists for comparison, so it is not worth a word a segment.
// Grid: one invocation a segment of the model. Reads: Kept, Points, Count, First. Writes: Keys.
// CPU twin: strandKeyOf in hair/internal/order/selftest.go.
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
uniform uint strand_count;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = segmentPoint(kept[i]);
    uint below = 0u;             // first[below] <= p
    uint above = strand_count;   // first[above] > p
    while (above - below > 1u) {
        uint middle = (below + above) / 2u;
        if (first[middle] <= p) below = middle;
        else above = middle;
    }
    keys[i] = depthKey(points[(first[below] + first[above] - 1u) / 2u].xyz);
}
