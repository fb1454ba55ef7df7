// SPDX-License-Identifier: MIT
// Lists the segments that may touch each tile of the image, on a GPU. Part count finds the tiles of
// each segment, a scan follows, and part list writes them. tiles_list.comp.glsl is for software
// renderers.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/sync.glsl"
#include "hair/frame.glsl"
#include "hair/reads.glsl#blocks"
readsVectors(Points, points, BIND_POINTS, UNIT_POINTS)
#include "hair/tile_range.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DRAWN) readonly buffer Drawn { uint drawn[]; };

#part count
// The number of tiles of the image that each segment's ribbon may touch, from the nearest segment
// to the farthest, and which they are: two words. One is the first tile of a range, and above its
// 24 bits how many tiles the range is wide, less one. The other is the range, a bit a tile. For a
// range of more than 32 tiles the two are the number and 0. With RECORDS it writes their records
// too, which a workgroup stages so that neighbours write neighbours.
// Grid: one invocation a segment of the model. Reads: Drawn (far to near), Points, Count.
// Writes: TileCounts, TileBits, Records. CPU twin: none; tiled_test.go compares images.
#include "hair/tile_mask.glsl"
#include "hair/tile_record.glsl#write"
layout(std430, binding = BIND_TILECOUNTS) writeonly buffer TileCounts { uint tile_counts[]; };
layout(std430, binding = BIND_TILEBITS) writeonly buffer TileBits { uvec2 tile_bits[]; };

void main()
{
    uint first = workgroupIndex() * GROUP_SIZE;
    uint i = first + gl_LocalInvocationIndex;
    uint n = itemCount();
    if (first >= n) return;
    uint many = 0u;
    uvec2 which = uvec2(0u);
    RibbonEnd a, b;
    vec2 part;
    TileRange t;
    if (i < n && ribbonOf(drawn[n - 1u - i], a, b, part) && tileRangeFrom(a, b, t)) {
        ivec2 size = t.last - t.first + 1;
        which.x = uint(t.first.y * screenTiles().x + t.first.x) | uint(size.x - 1) << 24;
        uint bit = size.x > 32 || size.x * size.y > 32 ? 0u : 1u;
        for (int y = t.first.y; y <= t.last.y; y++) {
            for (int x = t.first.x; x <= t.last.x; x++) {
                if (touchesTile(t, ivec2(x, y))) {
                    many++;
                    which.y |= bit;
                }
                bit <<= 1;
            }
        }
        if (RECORDS != 0 && many > 0u) stageRecord(drawn[n - 1u - i], a, b, part);
    }
    if (i < n) {
        tile_counts[i] = many;
        tile_bits[i] = which.y == 0u ? uvec2(many, 0u) : which;
    }
    if (RECORDS != 0) storeRecords(n);
}

#part list
// Lists each segment once for each tile that its ribbon may touch: the tile, and the segment, or
// with RECORDS the place of its record. Items beyond the room are left out; Listed has the numbers
// with and without them. The items of a workgroup's segments follow each other. They are staged in
// shared memory, so that neighbours write neighbours.
// Grid: one invocation a segment of the model. Reads: Drawn, Points, TileBits, Places, Count.
// Writes: Tiles, Refs, Listed. CPU twin: none; tiled_test.go compares images.
layout(std430, binding = BIND_TILEBITS) readonly buffer TileBits { uvec2 tile_bits[]; };
layout(std430, binding = BIND_PLACES) readonly buffer Places { uint places[]; };
layout(std430, binding = BIND_TILES) writeonly buffer Tiles { uint tiles[]; };
layout(std430, binding = BIND_REFS) writeonly buffer Refs { uint refs[]; };
layout(std430, binding = BIND_LISTED) writeonly buffer Listed { uint listed; uint wanted; };
uniform uint room;

const uint MOST_WINDOWS = 4u;  // of STAGED items; longer lists are written where they are found

shared uint staged[STAGED];  // the tile, and above its 24 bits the segment's place in the group
shared uint group_refs[GROUP_SIZE];

uint itemsOf(uvec2 which) { return which.y == 0u ? which.x : uint(bitCount(which.y)); }

void writeItem(uint at, uint tile, uint ref)
{
    if (at >= room) return;
    tiles[at] = tile;
    refs[at] = ref;
}

void putItem(uint at, uint tile, uint window, bool stages)
{
    if (!stages) writeItem(at, tile, group_refs[gl_LocalInvocationIndex]);
    else if (at - window < STAGED) staged[at - window] = gl_LocalInvocationIndex << 24 | tile;
}

// Writes this invocation's items from begin to end: all of them, or stages those of the window.
void spreadItems(uvec2 which, uint segment, uint begin, uint end, uint window, bool stages)
{
    uint across = uint(screenTiles().x);
    uint wide = (which.x >> 24) + 1u;
    uint tile = which.x & 0xFFFFFFu;
    uint at = begin;
    for (uint left = which.y; left != 0u; left &= left - 1u) {
        uint k = uint(findLSB(left));
        putItem(at++, tile + k / wide * across + k % wide, window, stages);
    }
    TileRange t;
    if (at >= end || !tileRangeOf(segment, t)) return;
    for (int y = t.first.y; y <= t.last.y; y++)
        for (int x = t.first.x; x <= t.last.x; x++)
            if (at < end && touchesTile(t, ivec2(x, y))) putItem(at++, uint(y) * across + uint(x), window, stages);
    // Were a tile rounded otherwise than it was counted, the place must not be left as it was.
    for (; at < end; at++) putItem(at, uint(t.first.y) * across + uint(t.first.x), window, stages);
}

void main()
{
    uint first = workgroupIndex() * GROUP_SIZE;
    uint me = gl_LocalInvocationIndex;
    uint n = itemCount();
    if (first + me == 0u && n == 0u) {
        listed = 0u;
        wanted = 0u;
    }
    if (first >= n) return;
    uint last = min(first + GROUP_SIZE, n) - 1u;
    uint i = min(first + me, last);
    uint segment = drawn[n - 1u - i];
    uvec2 which = tile_bits[i];
    uint begin = places[i];
    uint end = begin + (first + me <= last ? itemsOf(which) : 0u);
    uint group_begin = places[first];
    uint group_end = places[last] + itemsOf(tile_bits[last]);
    if (me == 0u && last == n - 1u) {
        listed = min(group_end, room);
        wanted = group_end;
    }
    group_refs[me] = RECORDS != 0 ? i : segment;
    if (group_end - group_begin > MOST_WINDOWS * STAGED) {
        if (begin < end) spreadItems(which, segment, begin, end, 0u, false);
        return;
    }
    for (uint window = group_begin; window < group_end; window += STAGED) {
        if (begin < end) spreadItems(which, segment, begin, end, window, true);
        sync();
        for (uint k = me; k < min(group_end - window, STAGED); k += GROUP_SIZE) writeItem(window + k, staged[k] & 0xFFFFFFu, group_refs[staged[k] >> 24]);
        sync();
    }
}
