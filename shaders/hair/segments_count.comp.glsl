// SPDX-License-Identifier: MIT
// Counts segments by cullResult: see hair/segment_cull.glsl.
// Grid: one invocation a segment. Reads: Segments, Points, Farthest, Count. Adds to: `CullCounts`.
// CPU twin: none; cull_test.go compares with what the cull keeps.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/reads.glsl#blocks"
#include "hair/segment_cull.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SEGMENTS) readonly buffer Segments { uint segments[]; };
layout(std430, binding = BIND_CULLCOUNTS) buffer CullCounts { uint cull_counts[4]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint p = segmentPoint(segments[i]);
    atomicAdd(cull_counts[cullResult(vectorAt(points, p), vectorAt(points, p + 1u))], 1u);
}
