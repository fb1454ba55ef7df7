// SPDX-License-Identifier: MIT
// The items of a tile that an invocation has, and their classes.

#part plain
// The classes of an invocation's items of a tile, VOTES behind the end. Every item is asked for
// before one is looked at, so that ITEMS_PER_THREAD loads are under way at once (2^24 words on an
// H200: 66 us, one after the other 107); behind the end the last is asked for again, as a branch
// would part the loads.
uint tileItem(uint tile, uint end, uint k) { return min(tile + k * GROUP_SIZE + threadIndex(), end - 1u); }

void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) c[k] = classOf(tileItem(tile, end, k));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (k * GROUP_SIZE + threadIndex() >= end - tile) c[k] = VOTES;
    }
}

#part keyed
// tileClasses as compact/tile.glsl#plain has it, but what keyedOf says of an invocation's items is
// held until their places are known: a record on its way is decided about once. Mesa 26's lavapipe
// crashes besides where no lane comes to the loops of a predicate that stands where records are
// moved.
uint held[ITEMS_PER_THREAD];

uint tileItem(uint tile, uint end, uint k) { return min(tile + k * GROUP_SIZE + threadIndex(), end - 1u); }

void tileClasses(uint tile, uint end, out uint c[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = keyedOf(tileItem(tile, end, k));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        c[k] = held[k] == 0u || k * GROUP_SIZE + threadIndex() >= end - tile ? VOTES : 0u;
    }
}
