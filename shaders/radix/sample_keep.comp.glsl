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
layout(std430, binding = BIND_KEYS) readonly buffer Keys4 { uvec4 keys4[]; };

// Four words at a time are read if the tile is whole and begins at a multiple of four words. Then
// an invocation has neighbouring keys, and needs fewer instructions for as many words in flight.
#define FOURS (ITEMS_PER_THREAD * KEY_WORDS % 4u == 0u)
#define NEIGHBOURS (FOURS ? 4u / KEY_WORDS : 1u)
#define VECTORS (ITEMS_PER_THREAD / NEIGHBOURS)

// The place in the tile of an invocation's key k.
uint itemOf(uint k) { return NEIGHBOURS * (k / NEIGHBOURS * GROUP_SIZE + threadIndex()) + k % NEIGHBOURS; }

// Loads the keys of the tile that begins at item begin and has left items.
void loadKeys(uint begin, uint left, out KEY key[ITEMS_PER_THREAD])
{
    if (FOURS && keys_at % 4u == 0u && left >= TILE_SIZE) {
        uvec4 w[VECTORS];
        for (uint v = 0u; v < VECTORS; v++) w[v] = keys4[(keys_at + begin * KEY_WORDS) / 4u + v * GROUP_SIZE + threadIndex()];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint c = k % NEIGHBOURS * KEY_WORDS;
            key[k] = KEY_OF(w[k / NEIGHBOURS][c], w[k / NEIGHBOURS][c + KEY_WORDS - 1u]);
        }
    } else {
        // Past the end the last key is read again: a branch would split the loads.
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) key[k] = keyAt(begin + min(itemOf(k), left - 1u));
    }
}

void main()
{
    uint tile = workgroupIndex();
    uint n = itemCount();
    if (n == 0u || tile > (n - 1u) / TILE_SIZE) return;
    uint begin = tile * TILE_SIZE;
    uint left = n - begin;
    KEY key[ITEMS_PER_THREAD];
    loadKeys(begin, left, key);
    // Nearly all invocations end here, so the test has few instructions. Of a tile behind the bound
    // no equal key counts.
    KEY least = orderBits(key[0]);
    for (uint k = 1u; k < ITEMS_PER_THREAD; k++) least = keyMin(least, orderBits(key[k]));
    KEY bound = KEY_OF(bound_low, bound_high);
    uint last = bound_index;
    if (begin > last ? !keyLess(least, bound) : keyLess(bound, least)) return;
    uint kept = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = itemOf(k);
        KEY place = orderBits(key[k]);
        if (i < left && (keyLess(place, bound) || (place == bound && begin + i <= last))) kept |= 1u << k;
    }
    if (kept == 0u) return;
    uint to = atomicAdd(found, uint(bitCount(kept)));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if ((kept >> k & 1u) == 0u) continue;
        if (to < item_room) putItem(to, key[k], begin + itemOf(k));
        to++;
    }
}
