// SPDX-License-Identifier: MIT
// The predicate of the cull, and the sort key of what it keeps: the points are read once for both.
#include "hair/segment_verdict.glsl"
#include "hair/depth_key.glsl"

bool keep(uint segment, out uint key)
{
    vec4 a = points[segment & SEGMENT_POINT];
    vec4 b = points[(segment & SEGMENT_POINT) + 1u];
    key = middleKey(a.xyz, b.xyz);
    return verdictOf(a, b) == DRAWN;
}
