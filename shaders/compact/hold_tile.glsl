// SPDX-License-Identifier: MIT
// Holds a tile by one loop: a caller's predicate may be large, and unrolling would repeat it
// ITEMS_PER_THREAD times. Past the end the last record is read again, as a branch would split the
// loads (compact/tile.glsl#plain).
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
