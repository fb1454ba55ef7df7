// SPDX-License-Identifier: MIT
// The classes of an invocation's items of a tile, VOTES behind the end. Every item is asked for before one is looked
// at, so that ITEMS_PER_THREAD loads are under way at once (2^24 words on an H200: 66 us, one after the other 107);
// behind the end the last is asked for again, as a branch would part the loads.
uint tileItem(uint tile, uint end, uint k) { return min(tile + k * GROUP_SIZE + threadIndex(), end - 1u); }

void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) c[k] = classOf(tileItem(tile, end, k));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + threadIndex() >= end - tile) c[k] = VOTES;
    }
}
