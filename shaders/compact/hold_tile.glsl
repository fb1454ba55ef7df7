// SPDX-License-Identifier: MIT
// What is held of a tile, by one loop: a predicate of the caller's may be large, and stands in it ITEMS_PER_THREAD times when
// it is unrolled. Behind the end the last record is asked for again, as a branch would part the loads (compact/tile.glsl#plain).
void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = 0u;
    if (n == 0u) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = first + k * LANE_COUNT;
        uint one = hold(min(i, n - 1u));
        held[k] = i < n ? one : 0u;
    }
}
