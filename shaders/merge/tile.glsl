// SPDX-License-Identifier: MIT
// Sorted runs in shared memory, and their merge by merge path: each invocation finds its part of
// the result by a binary search, and merges ITEMS_PER_THREAD items in registers.

#part tile
// The items of a tile. before() is defined before this.
#include "lib/lanes.glsl#base"
#include <PAYLOAD>

// Every 32 places are followed by a free one. Invocations that access runs of ITEMS_PER_THREAD
// places then use different banks.
#define TILE_PLACES (TILE_SIZE + TILE_SIZE / 32u)
uint placeOf(uint i) { return i + i / 32u; }

shared KEY tile_keys[TILE_PLACES];
KEY tileKey(uint i) { return tile_keys[placeOf(min(i, TILE_SIZE - 1u))]; }

// How many of the na items from a on are among the first d of the stable merge with the nb items
// from b on.
uint splitInTile(uint a, uint na, uint b, uint nb, uint d)
{
    uint low = max(d, nb) - nb;
    uint high = min(d, na);
    while (low < high) {
        uint i = (low + high) / 2u;
        if (before(tileKey(b + d - 1u - i), tileKey(a + i))) high = i;
        else low = i + 1u;
    }
    return low;
}

#part merge
// The merge of two runs, and the output of a tile. putKey() is defined before this.
#include "merge/tile.glsl#tile"

// Items d to d + ITEMS_PER_THREAD - 1 of the stable merge, and their places in the tile. Past the
// end they are of no meaning.
void mergeInTile(uint a, uint na, uint b, uint nb, uint d, out KEY v[ITEMS_PER_THREAD], out uint from[ITEMS_PER_THREAD])
{
    uint i = splitInTile(a, na, b, nb, d);
    uint j = d - i;
    KEY x = tileKey(a + i);
    KEY y = tileKey(b + j);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        bool takes_a = i < na && (j >= nb || !before(y, x));
        if (takes_a) {
            v[k] = x;
            from[k] = a + i;
            i++;
            x = tileKey(a + i);
        } else {
            v[k] = y;
            from[k] = b + j;
            j++;
            y = tileKey(b + j);
        }
    }
}

// Writes the items of each invocation to its run of the tile, in place of those that are there.
void putRun(KEY v[ITEMS_PER_THREAD], uint from[ITEMS_PER_THREAD])
{
    uint p[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) p[k] = tilePayload(from[k]);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = threadIndex() * ITEMS_PER_THREAD + k;
        tile_keys[placeOf(i)] = v[k];
        setTilePayload(i, p[k]);
    }
    sync();
}

// Writes the first items of the tile to Dst from item `to` on. Neighbours write neighbours.
void storeTile(uint to, uint items)
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + threadIndex();
        if (i >= items) break;
        KEY key = tileKey(i);
        putKey(to + i, key);
        putPayload(to + i, tilePayload(i));
    }
}
