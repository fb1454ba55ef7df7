// SPDX-License-Identifier: MIT
// The classes of the items of a tile that an invocation has.

#part plain
// The classes of an invocation's items of a tile; VOTES past the end. All items are loaded before
// one is examined, so that ITEMS_PER_THREAD loads are in flight (2^24 words on an H200: 66 us, one
// after the other 107). Past the end the last item is read again: a branch would split the loads.
uint tileItem(uint tile, uint end, uint k) { return min(tile + k * GROUP_SIZE + threadIndex(), end - 1u); }

void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) c[k] = classOf(tileItem(tile, end, k));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + threadIndex() >= end - tile) c[k] = VOTES;
    }
}

#part keyed
// tileClasses as in compact/tile.glsl#plain, but it holds the results of keyedOf until the places
// are known, so that the predicate runs once for a record. Also, Mesa 26's lavapipe crashes if a
// predicate with loops stands where records are moved and no lane reaches its loops.
uint held[ITEMS_PER_THREAD];

uint tileItem(uint tile, uint end, uint k) { return min(tile + k * GROUP_SIZE + threadIndex(), end - 1u); }

void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = keyedOf(tileItem(tile, end, k));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        c[k] = held[k] == 0u || k * GROUP_SIZE + threadIndex() >= end - tile ? VOTES : 0u;
    }
}
