// SPDX-License-Identifier: MIT
// cullResult: whether a segment is drawn, or why it is culled. A culled segment changes no pixel,
// except below the least width. Of those hairs a share is drawn, at the least width: their width
// divided by it. The caller of the cull binds Points and Farthest (the head's farthest depths).
#include "hair/width.glsl"
#include "hair/depth_tile.glsl"
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)  // xyz, w: width and rank
readsFloats(Farthest, farthest, BIND_FARTHEST, UNIT_FARTHEST)

const uint DRAWN = 0u, OUTSIDE = 1u, HIDDEN = 2u, SMALL = 3u;

// Whether the head covers the pixels from low to high and is everywhere nearer than depth.
bool isHidden(vec2 low, vec2 high, float depth)
{
    ivec2 tiles = depthTiles();
    ivec2 first = clamp(ivec2(floor(low / float(DEPTH_TILE))), ivec2(0), tiles - 1);
    ivec2 last = clamp(ivec2(floor(high / float(DEPTH_TILE))), ivec2(0), tiles - 1);
    if (any(greaterThan(last - first, ivec2(MOST_TILES - 1)))) return false;
    for (int y = first.y; y <= last.y; y++)
        for (int x = first.x; x <= last.x; x++)
            if (depth <= floatAt(farthest, y * tiles.x + x)) return false;
    return true;
}

// Whether a segment from a to b in clip space, with a margin in pixels, lies outside of the screen.
// Without a branch.
bool isOutside(vec4 a, vec4 b, float pixels)
{
    vec2 reach = 1.0 + pixels * pixel.xy;
    vec2 after = min(a.xy - a.w * reach, b.xy - b.w * reach);
    vec2 before = max(a.xy + a.w * reach, b.xy + b.w * reach);
    return max(max(after.x, after.y), -min(before.x, before.y)) > 0.0 || max(a.w, b.w) < viewport.z;
}

// The result for a segment from a to b.
uint cullResult(vec4 a, vec4 b)
{
    if (centre.w > 0.0) return DRAWN;
    vec4 ca = view_projection * vec4(a.xyz, 1.0);
    vec4 cb = view_projection * vec4(b.xyz, 1.0);
    float near = viewport.z;
    // A ribbon extends beyond its line by half its width and the reach of the pixel's filter. The
    // margin is its width and two pixels.
    float wide = detailOf(a);  // the same for b: both points are of one strand
    float wa = wide * fullWidthOf(a, eye.w / max(ca.w, near)), wb = wide * fullWidthOf(b, eye.w / max(cb.w, near));
    float pixels = 2.0 + max(wa, wb);
    float mean = 0.5 * (wa + wb);
    bool small = mean <= 0.0 || middleRankOf(a) * leastWidth() >= mean * min(detail.x, 1.0);
    uint result = isOutside(ca, cb, pixels) ? OUTSIDE : small ? SMALL : DRAWN;
    if (HIDES != 0 && result == DRAWN && min(ca.w, cb.w) >= near) {
        vec3 pa = ca.xyz / ca.w, pb = cb.xyz / cb.w;
        vec2 qa = (pa.xy * 0.5 + 0.5) * viewport.xy, qb = (pb.xy * 0.5 + 0.5) * viewport.xy;
        // The driver may round a vertex's depth differently.
        float depth = min(pa.z, pb.z) * 0.5 + 0.5 - DEPTH_SLACK;
        if (isHidden(min(qa, qb) - pixels, max(qa, qb) + pixels, depth)) result = HIDDEN;
    }
    return result;
}
