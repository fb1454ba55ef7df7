// SPDX-License-Identifier: MIT
// Copies the keys up to the bound of a sample, with their indices, in no order: the candidates.
// Grid: one workgroup a tile. Reads: Keys, Count. Writes: Items. Both: Sample.
// CPU twin: the first of a sorted slice, see topk_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/lanes.glsl#base"
#define SHARED_STATE
#include "radix/sample.glsl#items"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint tile = workgroupIndex();
    uint n = itemCount();
    if (n == 0u || tile > (n - 1u) / TILE_SIZE) return;
    uint begin = tile * TILE_SIZE;
    uint left = n - begin;
    uint t = threadIndex();
    KEY key[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        // Past the end the last key is read again: a branch would split the loads.
        key[k] = keyAt(begin + min(k * GROUP_SIZE + t, left - 1u));
    }
    KEY bound = KEY_OF(bound_low, bound_high);
    uint last = bound_index;
    uint kept = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + t;
        KEY place = placeOf(key[k]);
        if (i < left && (keyLess(place, bound) || (place == bound && begin + i <= last))) kept |= 1u << k;
    }
    if (kept != 0u) {
        uint to = atomicAdd(found, uint(bitCount(kept)));
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if ((kept >> k & 1u) == 0u) continue;
            if (to < item_room) putItem(to, key[k], begin + k * GROUP_SIZE + t);
            to++;
        }
    }
}
