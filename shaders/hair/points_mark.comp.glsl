// SPDX-License-Identifier: MIT
// Marks both points of each segment that is drawn with the number of the frame. Light is found for
// marked points only.
// Grid: one invocation a segment of the model. Reads: Kept, Count. Writes: Marks.
// CPU twin: shading_points_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/frame.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_KEPT) readonly buffer Kept { uint kept[]; };
layout(std430, binding = BIND_MARKS) writeonly buffer Marks { uint marks[]; };
uniform uint number;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint q = segmentPoint(kept[i]);
    marks[q] = number;
    marks[q + 1u] = number;
}
