// SPDX-License-Identifier: MIT
// The predicates of the compactions. The caller of a compaction binds the buffers.

#part segment
// The predicate of the cull, and the sort keys of the segments that it keeps. Points are read once
// for both, for several segments at a time.
#include "hair/segment_cull.glsl"
#include "hair/depth_key.glsl"

struct Ends { vec4 a; vec4 b; };

Ends fetch(uint segment)
{
    uint first = segmentPoint(segment);
    return Ends(vectorAt(points, first), vectorAt(points, first + 1u));
}

bool keep(Ends e, out uint key)
{
    key = middleKey(e.a.xyz, e.b.xyz);
    return cullResult(e.a, e.b) == DRAWN;
}

#part strand
// The level of detail: a strand is kept by its rank, which its first point holds.
#include "hair/width.glsl"
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };

bool keep(uint strand) { return rankOf(points[first[strand]]) < detail.x; }
