// SPDX-License-Identifier: MIT
// ribbonOf: both ends of a segment's ribbon in front of the near plane, and which parts of the segment they are; false
// where all of it lies behind. Of buffer points.
#include "hair/ribbon_corner.glsl"
#include "hair/tangent.glsl"

bool ribbonOf(uint segment, out RibbonEnd a, out RibbonEnd b, out vec2 part)
{
    uint p = segment & SEGMENT_POINT;
    vec4 near_point = points[p];
    vec4 far_point = points[p + 1u];
    vec3 near_tangent = tangentAt(segment, false);
    vec3 far_tangent = tangentAt(segment, true);
    a = ribbonEnd(near_point, near_tangent);
    b = ribbonEnd(far_point, far_tangent);
    part = vec2(0.0, 1.0);
    float least = viewport.z;
    if (a.clip.w >= least && b.clip.w >= least) return true;
    if (a.clip.w < least && b.clip.w < least) return false;
    float cut = (least - a.clip.w) / (b.clip.w - a.clip.w);
    // The width's lowest bits are the strand's rank: it is taken whole, of the nearer point along the hair.
    vec4 between = vec4(mix(near_point.xyz, far_point.xyz, cut), near_point.w);
    RibbonEnd c = ribbonEnd(between, mix(near_tangent, far_tangent, cut));
    if (a.clip.w < least) {
        a = c;
        part.x = cut;
    } else {
        b = c;
        part.y = cut;
    }
    return true;
}
