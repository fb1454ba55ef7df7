// SPDX-License-Identifier: MIT
// Lists the segments that shade others, in any order, for software renderers: their kernels run all
// code of a workgroup even if no invocation needs it.
// Grid: one invocation a segment. Reads: Points, Segments, Count. Writes: Casting, Listed.
// CPU twin: the sums in shadow_volume_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/light.glsl#casts"
#include <READS>
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
readsWords(Segments, segments, BIND_SEGMENTS, UNIT_SEGMENTS)

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_CASTING) writeonly buffer Casting { uint casting[]; };
layout(std430, binding = BIND_LISTED) buffer Listed { uint listed; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint segment = wordAt(segments, i);
    if (casts(vectorAt(points, segment & SEGMENT_POINT))) casting[atomicAdd(listed, 1u)] = segment;
}
