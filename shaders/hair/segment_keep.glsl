// SPDX-License-Identifier: MIT
// The predicate of the cull: a segment is kept when it may touch the picture and is wide enough to show.
// The points lie at the first binding that compact leaves to its callers.
#include "hair/frame.glsl"
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };  // xyz, w: width

bool keep(uint segment)
{
    vec4 a = points[segment & SEGMENT_POINT];
    vec4 b = points[(segment & SEGMENT_POINT) + 1u];
    vec4 ca = view_projection * vec4(a.xyz, 1.0);
    vec4 cb = view_projection * vec4(b.xyz, 1.0);
    float near = viewport.z;
    if (ca.w < near && cb.w < near) return false;
    // A ribbon reaches half its width and half a pixel past its line: two pixels and the width, in clip space.
    float widest = ribbons.x > 0.0 ? ribbons.x : max(a.w, b.w) * eye.w / max(min(ca.w, cb.w), near);
    vec2 reach = (2.0 + widest) * 2.0 / viewport.xy;
    vec2 la = ca.w * (1.0 + reach);
    vec2 lb = cb.w * (1.0 + reach);
    if (any(bvec4(greaterThan(ca.xy, la), lessThan(ca.xy, -la)))) {
        if (ca.x > la.x && cb.x > lb.x) return false;
        if (ca.x < -la.x && cb.x < -lb.x) return false;
        if (ca.y > la.y && cb.y > lb.y) return false;
        if (ca.y < -la.y && cb.y < -lb.y) return false;
    }
    float pixels = ribbons.x > 0.0 ? ribbons.x : max(a.w / max(ca.w, near), b.w / max(cb.w, near)) * eye.w;
    return pixels * depth_keys.w >= viewport.w;
}
