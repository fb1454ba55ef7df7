// SPDX-License-Identifier: MIT
// Scans a tile: loads it by rows, combines runs of an invocation, writes it by rows. VALUE, ITEM,
// tileBegin and isHead are defined before this.
#include <SOURCE>
#include <SINK>
uniform uint inclusive;

// Padding after every 32 values spreads both access patterns over the banks.
shared VALUE staged[TILE_SIZE + TILE_SIZE / 32u];
uint padded(uint i) { return i + i / 32u; }

// Loads the invocation's items of the tile and returns the prefix in the tile; total is the tile's
// aggregate.
ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)
{
    uint t = threadIndex();
    tileBegin(tile, end);
    // Loads first, so that ITEMS_PER_THREAD of them are under way at once. Past the end the last
    // value is read again, as a branch would split the loads.
    VALUE loaded[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) loaded[k] = valueAt(tile + min(k * GROUP_SIZE + t, end - tile - 1u));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) staged[padded(k * GROUP_SIZE + t)] = loaded[k];
    sync();
    ITEM sum = ITEM_IDENTITY;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = t * ITEMS_PER_THREAD + k;
        v[k] = ITEM_IDENTITY;
        if (i < end - tile) v[k] = itemOf(staged[padded(i)], isHead(tile, i));
        sum = combine(sum, v[k]);
    }
    return groupExclusive(sum, total);
}

// Writes the scanned tile; before is the prefix of the invocation's items.
void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])
{
    uint t = threadIndex();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint at = padded(t * ITEMS_PER_THREAD + k);
        ITEM after = combine(before, v[k]);
        if (inclusive != 0u) staged[at] = valueOf(after);
        else staged[at] = exclusiveOf(before, v[k]);
        before = after;
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + t;
        if (i < end - tile) putScanned(tile, i, n, staged[padded(i)]);
    }
}
