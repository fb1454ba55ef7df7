// SPDX-License-Identifier: MIT
// A pass of a chained sort in one launch: moves each tile to its sorted place, stable. A workgroup has the tile of its number
// (lib/tiles.glsl says why). Each is ranked (radix/rank_tile.glsl), tells its count of every digit, and finds how
// many keys the tiles before have by looking back (radix/look_back.glsl). Where all keys have one digit, or straight is
// 1, they are copied to their own place.
// Grid: one workgroup a tile, in one or two dimensions. Reads: Keys, Count, State, the payload. Writes: DstKeys, its payload.
// Reads and writes: Chain. CPU twin: sort.SliceStable by the digit, see radix_test.go.
// Sources: Adinets and Merrill, "Onesweep", 2022; Smith, Levien and Owens, "Decoupled Fallback", 2025.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/chain.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_CHAIN) coherent volatile buffer Chain { uint chain[]; };
layout(std430, binding = BIND_STATE) readonly buffer State { uint state[]; };  // see radix_histogram.comp.glsl
uniform uint straight;
uniform uint place_number;  // of the pass
uniform uint state_begin;
uniform uint chain_begin;   // this pass's words: one for each tile and digit; HEAD_ROWS rows of a prefix of 0 stand before
uniform uint chain_next;    // the next pass's, to be cleared; chain_begin where there is none

uvec2 digitShare(uint d, uint worker) { return uvec2(state[state_begin + place_number * RADIX + d], 0u); }
void digitCounted(uint tile, uint d, uint count)
{
    if (!chainIsSilent(tile)) chain[chain_begin + tile * RADIX + d] = chainOwn(count);
}
#include "radix/rank_tile.glsl"
#include "radix/write_tile.glsl"
#include "radix/look_back.glsl"

void moveTile(uint tile, uint begin, uint left, uint n)
{
    KEY key[ITEMS_PER_THREAD];
    uint place[PLACES];
    uint value[ITEMS_PER_THREAD];
    loadTile(begin, left, key);  // under way while the digits' starts are added up
    if (threadIndex() < 2u) stuck_behind[threadIndex()] = 0u;
    startDigits(0u, n);
    sync();
    if (chain_next != chain_begin) {
        uint words = chain_next + tile * RADIX;
        for (uint d = threadIndex(); d < RADIX; d += GROUP_SIZE) chain[words + d] = CHAIN_EMPTY;
    }
    if (oneDigit()) {
        moveStraight(begin, begin + left);
    } else {
        rankTile(tile, left, key, place);
        stageKeys(0u, begin, left, key, place, value);
        lookBack(tile, left);  // ends with a sync
        writeTile(begin, left, key, place, value);
    }
}

void main()
{
    uint n = itemCount();
    uint tiles = n / TILE_SIZE + min(n % TILE_SIZE, 1u);
    uint tile = workgroupIndex();
    // Workgroups past the last tile do nothing: n may be less than its maximum, and a grid of two dimensions has some over.
    if (tile < tiles) {
        uint begin = tile * TILE_SIZE;
        uint left = min(n - begin, TILE_SIZE);
        if (straight != 0u) moveStraight(begin, begin + left);
        else moveTile(tile, begin, left, n);
    }
}
