// SPDX-License-Identifier: MIT
// Lists each segment once for each tile that its ribbon may touch: the tile, and the segment. Items
// beyond the room are left out; Listed has the numbers with and without them.
// Grid: one invocation a segment of the model. Reads: Drawn, Points, TouchCounts, Places, Count.
// Writes: Tiles, Refs, Listed. CPU twin: none; tiled_test.go compares images.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/screen_tiles.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DRAWN) readonly buffer Drawn { uint drawn[]; };
layout(std430, binding = BIND_TOUCHCOUNTS) readonly buffer TouchCounts { uint touch_counts[]; };
layout(std430, binding = BIND_PLACES) readonly buffer Places { uint places[]; };
layout(std430, binding = BIND_TILES) writeonly buffer Tiles { uint tiles[]; };
layout(std430, binding = BIND_REFS) writeonly buffer Refs { uint refs[]; };
layout(std430, binding = BIND_LISTED) writeonly buffer Listed { uint listed; uint wanted; };
uniform uint room;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint n = itemCount();
    if (i == 0u && n == 0u) {
        listed = 0u;
        wanted = 0u;
    }
    if (i >= n) return;
    uint at = places[i];
    uint end = at + touch_counts[i];
    if (i == n - 1u) {
        listed = min(end, room);
        wanted = end;
    }
    end = min(end, room);
    uint segment = drawn[n - 1u - i];
    TileRange t;
    if (!tileRangeOf(segment, t)) return;
    int across = screenTiles().x;
    for (int y = t.first.y; y <= t.last.y; y++) {
        for (int x = t.first.x; x <= t.last.x; x++) {
            if (at >= end || !touchesTile(t, ivec2(x, y))) continue;
            tiles[at] = uint(y * across + x);
            refs[at] = segment;
            at++;
        }
    }
    // Were a tile rounded otherwise than it was counted, the place must not be left as it was.
    for (; at < end; at++) {
        tiles[at] = uint(t.first.y * across + t.first.x);
        refs[at] = segment;
    }
}
