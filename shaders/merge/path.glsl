// SPDX-License-Identifier: MIT
// Tiles of the stable merge of two sorted arrays. itemOf(of_a, i) is item i of A or B, and
// indexOf(of_a, i) the index of its payload. Both are defined before this.

#part load
// loadPath: the items of a tile, those of A first, in shared memory.
KEY aAt(uint i) { return itemOf(true, i); }
KEY bAt(uint i) { return itemOf(false, i); }
#include "merge/tile.glsl#tile"
#include <SPLITS>

// Loads outputs d.x to d.y - 1 of the merge, at most TILE_SIZE and at least one. Returns how many
// items of A come before them, and how many are among them.
uvec2 loadPath(uvec2 d, uint na, uint nb, uint tile)
{
    uint t = threadIndex();
    uvec2 split = tileSplits(d, na, nb, tile);
    uint items = d.y - d.x;
    uint of_a = split.y - split.x;
    // All loads first, so that ITEMS_PER_THREAD of them are in flight. Past the end the last item
    // is read again.
    KEY v[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = min(k * GROUP_SIZE + t, items - 1u);
        bool is_a = i < of_a;
        v[k] = itemOf(is_a, is_a ? split.x + i : d.x - split.x + i - of_a);
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) tile_keys[placeOf(k * GROUP_SIZE + t)] = v[k];
    sync();
    return uvec2(split.x, of_a);
}

#part merge
// mergeTile: writes outputs d.x to d.y - 1, at most TILE_SIZE and at least one, to a tile of Dst.
#pragma optionNV(unroll all)
#include "merge/path.glsl#load"
#include "merge/tile.glsl#merge"
#include <PAYLOAD>

void mergeTile(uvec2 d, uint na, uint nb, uint tile)
{
    uint items = d.y - d.x;
    uvec2 part = loadPath(d, na, nb, tile);
    KEY v[ITEMS_PER_THREAD];
    uint from[ITEMS_PER_THREAD];
    uint bits;
    uint a = mergeInTile(0u, part.y, items, min(threadIndex() * ITEMS_PER_THREAD, items), v, from, bits);
    keepPath(a, bits);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) tile_keys[placeOf(threadIndex() * ITEMS_PER_THREAD + k)] = v[k];
    sync();
    uint to = tile * TILE_SIZE;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i < items) putKey(to + i, tileKey(i));
    }
    movePayload(part.x, d.x - part.x, items, to);
}
