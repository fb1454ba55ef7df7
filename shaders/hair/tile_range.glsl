// SPDX-License-Identifier: MIT
// tileRangeFrom, tileRangeOf, touchesTile: the tiles that a segment's ribbon may touch, SCREEN_TILE
// pixels on a side, row by row from below.
#include "hair/ribbon_ends.glsl#segment"

ivec2 screenTiles() { return (ivec2(viewport.xy) + SCREEN_TILE - 1) / SCREEN_TILE; }

struct TileRange {
    ivec2 first, last;
    vec2 at, normal;  // of the ribbon's middle line, in pixels
    float reach;      // how far from the line a tile's middle may lie
};

bool tileRangeFrom(RibbonEnd a, RibbonEnd b, out TileRange t)
{
    vec2 qa = (a.clip.xy / a.clip.w * 0.5 + 0.5) * viewport.xy;
    vec2 qb = (b.clip.xy / b.clip.w * 0.5 + 0.5) * viewport.xy;
    float reach = max(a.reach, b.reach) + 0.5;
    ivec2 tiles = screenTiles();
    t.first = ivec2(floor((min(qa, qb) - reach) / float(SCREEN_TILE)));
    t.last = ivec2(floor((max(qa, qb) + reach) / float(SCREEN_TILE)));
    if (any(lessThan(t.last, ivec2(0))) || any(greaterThanEqual(t.first, tiles))) return false;
    t.first = max(t.first, ivec2(0));
    t.last = min(t.last, tiles - 1);
    vec2 d = qb - qa;
    float l = length(d);
    if (!(l < 1e12)) return false;  // not a number, or beyond all images
    t.at = qa;
    t.normal = l > 1e-6 ? vec2(-d.y, d.x) / l : vec2(0.0);
    t.reach = reach + 0.5 * float(SCREEN_TILE) * (abs(t.normal.x) + abs(t.normal.y));
    return true;
}

bool tileRangeOf(uint segment, out TileRange t)
{
    RibbonEnd a, b;
    vec2 part;
    return ribbonOf(segment, a, b, part) && tileRangeFrom(a, b, t);
}

bool touchesTile(TileRange t, ivec2 tile)
{
    vec2 middle = (vec2(tile) + 0.5) * float(SCREEN_TILE);
    return abs(dot(middle - t.at, t.normal)) <= t.reach;
}
