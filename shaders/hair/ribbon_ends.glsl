// SPDX-License-Identifier: MIT
// The ends of a ribbon on the screen. With one sample a pixel, a ribbon is the hair's width plus
// the reach of the pixel's filter on each side, and fragments compute their coverage. With several
// samples the hardware computes it, and a ribbon is the hair's width, but at least a pixel.

#part end segment
// One end. Neighbouring segments share an edge: both orient it by the tangent of the shared point.
#include "hair/width.glsl"
#include "hair/pixel_filter.glsl"

struct RibbonEnd {
    vec4 clip;     // of the point
    vec2 across;   // unit vector on the screen
    float reach;   // from the middle line to an edge, in pixels
    float pixels;  // width of the hair
};

RibbonEnd ribbonEnd(vec4 point, vec3 tangent_there)
{
    vec4 clip = view_projection * vec4(point.xyz, 1.0);
    float w = max(clip.w, viewport.z);
    // The tangent on the screen: the derivative of the projection along it. It stays finite near
    // the camera.
    vec4 along = view_projection * vec4(tangent_there, 0.0);
    vec2 d = (along.xy * w - clip.xy * along.w) * viewport.xy;
    float l = length(d);
    vec2 across = l > 1e-12 ? vec2(-d.y, d.x) / l : vec2(1.0, 0.0);
    float pixels = widthOf(point, eye.w / w);
    if (pixels > 0.0) pixels = max(pixels, leastWidth());
    return RibbonEnd(clip, across, ribbons.w > 0.0 ? 0.5 * max(pixels, 1.0) : reachOf(pixels), pixels);
}

// A point of an edge; side is -1 or 1.
vec4 edgeOf(RibbonEnd e, float side)
{
    float w = max(e.clip.w, viewport.z);
    return vec4(e.clip.xy + e.across * (side * e.reach * pixel.xy * w), e.clip.zw);
}

#part segment
// ribbonFrom: both ends of a segment's ribbon in front of the near plane, and which parts of the
// segment they are. It returns false where all of it lies behind. ribbonOf reads the points first.
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
    uint p = segmentPoint(segment);
    uint before = (segment & SEGMENT_FIRST) == 0u ? p - 1u : p;
    uint after = (segment & SEGMENT_LAST) == 0u ? p + 2u : p + 1u;
    return SegmentPoints(vectorAt(points, before).xyz, vectorAt(points, p), vectorAt(points, p + 1u), vectorAt(points, after).xyz);
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
