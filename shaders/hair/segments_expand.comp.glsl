// SPDX-License-Identifier: MIT
// Writes the segments of each strand: first[s+1] - first[s] - 1 of them, from first[s] - s on.
// Grid: one invocation a strand. Reads: First, Count. Writes: Segments. CPU twin: Expand in
// hair/internal/cull/selftest.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/frame.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };
layout(std430, binding = BIND_SEGMENTS) writeonly buffer Segments { uint segments[]; };

void main()
{
    uint s = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (s >= itemCount()) return;
    uint begin = first[s];
    uint last = first[s + 1u] - 2u;  // the strand's last segment begins at its last point but one
    for (uint p = begin; p <= last; p++) {
        uint flags = (p == begin ? SEGMENT_FIRST : 0u) | (p == last ? SEGMENT_LAST : 0u);
        segments[p - s] = p | flags;
    }
}
