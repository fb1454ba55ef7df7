// SPDX-License-Identifier: MIT
// ribbonFrom: both ends of a segment's ribbon in front of the near plane, and which parts of the
// segment they are. It returns false where all of it lies behind. ribbonOf reads the points first.
#include "hair/ribbon_corner.glsl"
#include "hair/tangent.glsl"

// The two points of a segment, and their neighbours on the strand. At an end of the strand the
// neighbour is the point itself.
struct SegmentPoints {
    vec3 before;
    vec4 near;
    vec4 far;
    vec3 after;
};

SegmentPoints pointsOf(uint segment)
{
    uint p = segment & SEGMENT_POINT;
    uint before = (segment & SEGMENT_FIRST) == 0u ? p - 1u : p;
    uint after = (segment & SEGMENT_LAST) == 0u ? p + 2u : p + 1u;
    return SegmentPoints(points[before].xyz, points[p], points[p + 1u], points[after].xyz);
}

bool ribbonFrom(SegmentPoints s, out RibbonEnd a, out RibbonEnd b, out vec2 part)
{
    vec3 near_tangent = directionOf(s.far.xyz - s.before);
    vec3 far_tangent = directionOf(s.after - s.near.xyz);
    a = ribbonEnd(s.near, near_tangent);
    b = ribbonEnd(s.far, far_tangent);
    part = vec2(0.0, 1.0);
    float least = viewport.z;
    if (a.clip.w >= least && b.clip.w >= least) return true;
    if (a.clip.w < least && b.clip.w < least) return false;
    float cut = (least - a.clip.w) / (b.clip.w - a.clip.w);
    // The lowest bits of the width hold the strand's rank, so the width is copied, not
    // interpolated.
    vec4 between = vec4(mix(s.near.xyz, s.far.xyz, cut), s.near.w);
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

bool ribbonOf(uint segment, out RibbonEnd a, out RibbonEnd b, out vec2 part)
{
    return ribbonFrom(pointsOf(segment), a, b, part);
}
