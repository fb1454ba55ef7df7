// SPDX-License-Identifier: MIT
// Lists the segments that may touch each tile of the image, for software renderers. One kernel
// counts, a scan follows, and the other kernel writes. tiles_spread.comp.glsl is for GPUs.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/frame.glsl"
#include <READS>
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
#include "hair/tile_range.glsl"

layout(local_size_x = GROUP_SIZE) in;
readsWords(Drawn, drawn, BIND_DRAWN, UNIT_DRAWN)

#part count
// The number of tiles of the image that each segment's ribbon may touch, from the nearest segment
// to the farthest.
// Grid: one invocation a segment of the model. Reads: Drawn (far to near), Points, Count.
// Writes: TileCounts. CPU twin: none; tiled_test.go compares images.
layout(std430, binding = BIND_TILECOUNTS) writeonly buffer TileCounts { uint tile_counts[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint n = itemCount();
    if (i >= n) return;
    TileRange t;
    uint many = 0u;
    if (tileRangeOf(wordAt(drawn, n - 1u - i), t)) {
        for (int y = t.first.y; y <= t.last.y; y++)
            for (int x = t.first.x; x <= t.last.x; x++)
                if (touchesTile(t, ivec2(x, y))) many++;
    }
    tile_counts[i] = many;
}

#part list
// Lists each segment once for each tile that its ribbon may touch: the tile, and the segment. Items
// beyond the room are left out; Listed has the numbers with and without them.
// Grid: one invocation a segment of the model. Reads: Drawn, Points, TileCounts, Places, Count.
// Writes: Tiles, Refs, Listed. CPU twin: none; tiled_test.go compares images.
readsWords(TileCounts, tile_counts, BIND_TILECOUNTS, UNIT_TILECOUNTS)
readsWords(Places, places, BIND_PLACES, UNIT_PLACES)
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
    uint at = wordAt(places, i);
    uint end = at + wordAt(tile_counts, i);
    if (i == n - 1u) {
        listed = min(end, room);
        wanted = end;
    }
    end = min(end, room);
    uint segment = wordAt(drawn, n - 1u - i);
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
