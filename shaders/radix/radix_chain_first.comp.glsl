// SPDX-License-Identifier: MIT
// The first digit pass of a single-pass sort whose tiles all run at once. It also computes the
// global histogram, which saves the dispatch of radix_histogram.comp.glsl. Each tile adds its
// counts of the digits of every pass to the totals and ranks its keys. Then it waits until the
// first pass's totals add up to the number of keys, which needs no fence. A workgroup that has
// polled too often counts all keys itself.
// Grid: one workgroup a tile, in one or two dimensions. Reads: Keys, Count, the payload. Writes:
// DstKeys, its payload, Fault. Reads and writes: Chain, which holds the totals too, as State of
// radix_chain.comp.glsl does.
// CPU twin: as there.
#include "radix/chain_tile.glsl"
#include "lib/fault.glsl"

uniform uint state_next;  // the half of the totals that the next sort uses, to be cleared
uniform uint first_bit;
uniform uint bit_count;

bool counted_all = false;  // fallback_count holds all keys' counts

uvec2 digitShare(uint d, uint worker) { return uvec2(counted_all ? fallback_count[d] : chain[state_begin + d], 0u); }

// Adds a tile's digits of all passes to the totals. Leaves the tile's hot digit in hot_digit, for
// rankTile.
void addTileDigits(uint left, KEY key[ITEMS_PER_THREAD])
{
    uint words = (bit_count + RADIX_BITS - 1u) / RADIX_BITS * RADIX;
    for (uint d = threadIndex(); d < words; d += GROUP_SIZE) digit_counts[d] = 0u;
    if (threadIndex() == 0u) hot_digit = 0u;
    sync();
    for (uint p = 0u; p < words / RADIX; p++) {
        uint shift = first_bit + p * RADIX_BITS;
        uint mask = (1u << min(RADIX_BITS, bit_count - p * RADIX_BITS)) - 1u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (runBegin() + k * LANE_COUNT < left) atomicAdd(digit_counts[p * RADIX + (keyBits(key[k], shift) & mask)], 1u);
        }
    }
    sync();
    for (uint d = threadIndex(); d < words; d += GROUP_SIZE) {
        uint here = digit_counts[d];
        if (here != 0u) atomicAdd(chain[state_begin + d], here);
        if (d < RADIX && here > left / HOT_PART) atomicMax(hot_digit, here / (left / 1024u + 1u) << 8u | d);
    }
    sync();
}

// Counts the first pass's digits of all keys.
void countAllKeys(uint n)
{
    for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) fallback_count[d] = 0u;
    sync();
    for (uint i = threadIndex(); i < n; i += GROUP_SIZE) atomicAdd(fallback_count[digitOf(keyAt(i))], 1u);
    sync();
    counted_all = true;
}

void moveTile(uint tile, uint begin, uint left, uint n)
{
    KEY key[ITEMS_PER_THREAD];
    uint place[PLACES];
    uint value[ITEMS_PER_THREAD];
    loadTile(begin, left, key);
    if (threadIndex() < 2u) missing_tile[threadIndex()] = 0u;
    if (!chainIsSilent(tile)) addTileDigits(left, key);
    else if (threadIndex() == 0u) hot_digit = 0u;
    clearNext(tile);
    rankTile(tile, left, key, place);
    stageKeys(0u, begin, left, key, place, value);
    for (uint polls = 0u; startDigits(0u, n) != n; polls++) {
        if (polls >= 16u * chain_spins) countAllKeys(n);  // far slower than counting another tile
    }
    sync();
    if (oneDigit()) {
        moveStraight(begin, begin + left);
    } else {
        lookBack(tile, left);  // ends with a sync
        writeTile(begin, left, key, place, value);
    }
    if (chainIsSilent(tile)) {
        sync();
        addTileDigits(left, key);
    }
}

void main()
{
    uint n = itemCount();
    uint tiles = tilesOf(n, TILE_SIZE);
    uint tile = workgroupIndex();
    uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE;
    for (uint i = tile * GROUP_SIZE + threadIndex(); i < STATE_WORDS; i += step) chain[state_next + i] = 0u;
    if (tile == 0u && threadIndex() == 0u) checkCount();
    if (tile < tiles) {
        uint begin = tile * TILE_SIZE;
        moveTile(tile, begin, min(n - begin, TILE_SIZE), n);
        endPayload();
    }
}
