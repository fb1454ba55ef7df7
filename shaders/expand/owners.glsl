// SPDX-License-Identifier: MIT
// The segments of a tile's items: the places where segments begin, and a maximum scan over them.
#include "lib/item.glsl#value"
#include "lib/group.glsl#scan"
#include "expand/segments.glsl"

// Every 32 places are followed by a free one. Invocations that access runs of ITEMS_PER_THREAD
// places then use different banks.
#define OWNER_PLACES (TILE_SIZE + TILE_SIZE / 32u)
uint placeOf(uint i) { return i + i / 32u; }

shared uint tile_owners[OWNER_PLACES];

// The number of segments that a tile walks. With more of them most are empty, and millions can
// begin at one item: each item is searched then.
#define OWNER_WALK (2u * TILE_SIZE)

// Sets the owner of each item in tile_owners by a search among the segments from base on.
void searchOwners(uint tile, uint items, uint base, uint more)
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        uint low = 0u;
        uint high = more;
        while (low < high) {
            uint middle = high - (high - low) / 2u;
            if (offsetAt(base + middle) <= tile + i) low = middle;
            else high = middle - 1u;
        }
        tile_owners[placeOf(i)] = i < items ? low : 0u;
    }
}

// Computes the segment of each of the items from tile on. It returns the segment of the first; the
// others are in tile_owners, relative to it. Contains barriers.
uint findOwners(uint tile, uint items, uint segments)
{
    uint t = threadIndex();
    uvec2 ends = findSegments(uvec2(tile, tile + items - 1u), segments);
    uint more = ends.y - ends.x;
    if (more > OWNER_WALK) {
        searchOwners(tile, items, ends.x, more);
        sync();
        return ends.x;
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) tile_owners[placeOf(k * GROUP_SIZE + t)] = 0u;
    sync();
    // Of the segments that begin at one item the last owns it; the others are empty.
    for (uint s = t + 1u; s <= more; s += GROUP_SIZE) {
        uint at = offsetAt(ends.x + s);
        uint place = at - tile;
        if (place < items && offsetAt(ends.x + s + 1u) != at) tile_owners[placeOf(place)] = s;
    }
    sync();
    uint v[ITEMS_PER_THREAD];
    uint last = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        last = max(last, tile_owners[placeOf(t * ITEMS_PER_THREAD + k)]);
        v[k] = last;
    }
    uint total;
    uint before = groupExclusive(last, total);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        tile_owners[placeOf(t * ITEMS_PER_THREAD + k)] = max(before, v[k]);
    }
    sync();
    return ends.x;
}
