// SPDX-License-Identifier: MIT
// hold_keyed.glsl where the predicate tells what it reads: that is under way for all of an invocation's records at once, and
// does not wait until the record before is decided about.
#include "compact/held_key.glsl"

void holdTile(uint begin, uint first, uint n, out uint held[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) held[k] = 0u;
    if (n == 0u) return;
    FETCH f[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) f[k] = fetchOf(min(first + k * LANE_COUNT, n - 1u));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint key = 0u;
        bool kept = keepFetched(f[k], key) && first + k * LANE_COUNT < n;
        held[k] = kept ? keyWord(key) : 0u;
    }
}
