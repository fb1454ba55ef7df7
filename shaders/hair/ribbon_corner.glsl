// SPDX-License-Identifier: MIT
// The edges of a ribbon on the screen. With one sample a pixel, a ribbon is the hair's width plus
// half a pixel on each side, and fragments compute their coverage. With several samples the
// hardware computes it, and a ribbon is the hair's width, but at least a pixel. Neighbouring
// segments share an edge: both orient it by the tangent of the shared point.
#include "hair/width.glsl"

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
    return RibbonEnd(clip, across, ribbons.w > 0.0 ? 0.5 * max(pixels, 1.0) : 0.5 * pixels + 0.5, pixels);
}

// A point of an edge; side is -1 or 1.
vec4 edgeOf(RibbonEnd e, float side)
{
    float w = max(e.clip.w, viewport.z);
    return vec4(e.clip.xy + e.across * (side * e.reach * pixel.xy * w), e.clip.zw);
}
