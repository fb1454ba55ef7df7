// SPDX-License-Identifier: MIT
// A single-pass digit pass: moves each tile to its sorted place, stable (radix/chain_tile.glsl). If
// all keys have one digit, or straight is 1, the keys are copied to their own place.
// Grid: one workgroup a tile, in one or two dimensions. Reads: Keys, Count, State, the payload.
// Writes: DstKeys, its payload. Reads and writes: Chain.
// CPU twin: sort.SliceStable by the digit, see radix_test.go.
#include "radix/chain_tile.glsl"

layout(std430, binding = BIND_STATE) readonly buffer State { uint state[]; };  // see radix_histogram.comp.glsl
uniform uint straight;
uniform uint place_number;  // of the pass

uvec2 digitShare(uint d, uint worker) { return uvec2(state[state_begin + place_number * RADIX + d], 0u); }

void moveTile(uint tile, uint begin, uint left, uint n)
{
    KEY key[ITEMS_PER_THREAD];
    uint place[PLACES];
    uint value[ITEMS_PER_THREAD];
    loadTile(begin, left, key);  // in flight while the digits' starts are added up
    if (threadIndex() < 2u) missing_tile[threadIndex()] = 0u;
    startDigits(0u, n);
    sync();
    clearNext(tile);
    if (oneDigit()) {
        // A pass that does nothing has twice the items (radix/distinct.glsl).
        if (digitShare(0u, 0u).x + digitShare(1u, 0u).x <= n) moveStraight(begin, begin + left);
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
    uint tiles = tilesOf(n, TILE_SIZE);
    uint tile = workgroupIndex();
    // Workgroups past the last tile do nothing: n may be less than its maximum, and a grid of two
    // dimensions may have more groups than tiles.
    if (tile < tiles) {
        uint begin = tile * TILE_SIZE;
        uint left = min(n - begin, TILE_SIZE);
        if (straight != 0u) moveStraight(begin, begin + left);
        else moveTile(tile, begin, left, n);
        endPayload();
    }
}
