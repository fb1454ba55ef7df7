// SPDX-License-Identifier: MIT
// The predicate of the cull, and the sort keys of the segments that it keeps. Points are read once
// for both, for several segments at a time.
#include "hair/segment_cull.glsl"
#include "hair/depth_key.glsl"

struct Ends { vec4 a; vec4 b; };

Ends fetch(uint segment)
{
    uint first = segment & SEGMENT_POINT;
    return Ends(points[first], points[first + 1u]);
}

bool keep(Ends e, out uint key)
{
    key = middleKey(e.a.xyz, e.b.xyz);
    return cullResult(e.a, e.b) == DRAWN;
}
