// SPDX-License-Identifier: MIT
// Where a ribbon's edges are on the screen. The ribbon is the hair's width plus half a pixel on each side, to find its
// coverage in; with several samples a pixel, which find it by themselves, the hair's width, or a pixel where that is more.
// Neighbours share their edge: both turn it by the tangent of the point, which is the mean over the two segments.
#include "hair/width.glsl"

struct RibbonEnd {
    vec4 clip;     // of the point
    vec2 across;   // on the screen, of length 1
    float reach;   // from the middle to an edge, in pixels
    float pixels;  // how wide the hair is
};

RibbonEnd ribbonEnd(vec4 point, vec3 tangent_there)
{
    vec4 clip = view_projection * vec4(point.xyz, 1.0);
    float w = max(clip.w, viewport.z);
    // The tangent on the screen: the derivative of the projection along it, which has no trouble near the camera.
    vec4 along = view_projection * vec4(tangent_there, 0.0);
    vec2 d = (along.xy * w - clip.xy * along.w) * viewport.xy;
    float l = length(d);
    vec2 across = l > 1e-12 ? vec2(-d.y, d.x) / l : vec2(1.0, 0.0);
    float pixels = widthOf(point, eye.w / w);
    if (pixels > 0.0) pixels = max(pixels, leastWidth());
    return RibbonEnd(clip, across, ribbons.w > 0.0 ? 0.5 * max(pixels, 1.0) : 0.5 * pixels + 0.5, pixels);
}

// Where an edge is; side is -1 or 1.
vec4 edgeOf(RibbonEnd e, float side)
{
    float w = max(e.clip.w, viewport.z);
    return vec4(e.clip.xy + e.across * (side * e.reach * pixel.xy * w), e.clip.zw);
}
