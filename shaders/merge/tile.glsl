// SPDX-License-Identifier: MIT
// Sorted runs in shared memory, and their merge by merge path: each invocation finds its part of
// the result by a binary search, and merges ITEMS_PER_THREAD items in registers.

#part tile
// The items of a tile. before() is defined before this.
#include "lib/lanes.glsl#base"

// Invocations access runs of ITEMS_PER_THREAD places. If that is even, every 32 places are followed
// by a free one, so that they use different banks. TILE_MARGIN places more may be read, of no
// meaning.
#define TILE_MARGIN (2u * ITEMS_PER_THREAD + 2u)
#define TILE_PLACES (TILE_SIZE + TILE_MARGIN + (ITEMS_PER_THREAD % 2u == 0u ? (TILE_SIZE + TILE_MARGIN) / 32u : 0u))
uint placeOf(uint i) { return ITEMS_PER_THREAD % 2u == 0u ? i + i / 32u : i; }

shared KEY tile_keys[TILE_PLACES];
KEY tileKey(uint i) { return tile_keys[placeOf(i)]; }

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
// mergeInTile: items d to d + ITEMS_PER_THREAD - 1 of the stable merge of the items of a tile from
// place a on, before b, and those from b on, before end. Returns how many items of the first come
// before. from has the items' places, and bits a bit for each item that is one of the first. Past
// the end items are of no meaning.
#include "merge/tile.glsl#tile"

uint mergeInTile(uint a, uint b, uint end, uint d, out KEY v[ITEMS_PER_THREAD], out uint from[ITEMS_PER_THREAD], out uint bits)
{
    uint split = splitInTile(a, b - a, b, end - b, d);
    uint i = a + split;
    uint j = b + d - split;
    KEY x = tileKey(i);
    KEY y = tileKey(j);
    bits = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        bool y_first = before(y, x);  // not where && or || would make a branch of it
        bool takes_a = i < b && (j >= end || !y_first);
        from[k] = takes_a ? i : j;
        bits |= (takes_a ? 1u : 0u) << k;
        if (takes_a) v[k] = x; else v[k] = y;
        KEY next = tileKey(from[k] + 1u);
        if (takes_a) x = next; else y = next;
        if (takes_a) i++; else j++;
    }
    return split;
}
