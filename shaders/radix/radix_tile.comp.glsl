// SPDX-License-Identifier: MIT
// Sorts the items of one tile in one workgroup: by cells, or if a cell is full, by all digits. A
// digit that is the same in all keys takes no pass.
// Grid: one workgroup. Reads: Keys, Count, the payload. Writes: DstKeys, its payload, Fault. The
// destination may be the source: all items are loaded before one is written.
// CPU twin: sort.SliceStable by the bit range, see tile_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"

layout(local_size_x = GROUP_SIZE) in;

// For startDigits of radix/tile.glsl, which this kernel does not call.
uvec2 digitShare(uint d, uint worker) { return uvec2(0u); }
void digitCounted(uint tile, uint d, uint count) {}
#include "radix/tile.glsl"

// Keys and payload are staged at the same time where digit_counts has room for both.
#define VALUES_AT (KEY_WORDS * TILE_SIZE)
#define VALUES_APART (HAS_PAYLOAD && SUBGROUP_COUNT * RADIX >= VALUES_AT + TILE_SIZE)
#include <CELLS>

shared uint needed;  // the passes whose digits differ, a bit each

// Bit p is set if digit p of one of this invocation's keys differs from that of the first key. Past
// the end lies a copy of the last key.
uint passesOf(KEY key[ITEMS_PER_THREAD])
{
    KEY first = keyAt(0u);
    uint passes = 0u;
    for (uint p = 0u; p < digitCount(); p++) {
        setDigit(p);
        uint d = digitOf(first);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) passes |= (digitOf(key[k]) != d ? 1u : 0u) << p;
    }
    return passes;
}

// Moves the items to their places, which are those of shared memory. Ends with a sync.
void moveItems(uint place[PLACES], inout KEY key[ITEMS_PER_THREAD], inout uint value[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = stagePlace(place, k);
        if (p >= TILE_SIZE) continue;
        for (uint w = 0u; w < KEY_WORDS; w++) digit_counts[w * TILE_SIZE + p] = KEY_WORD(key[k], w);
        if (VALUES_APART) digit_counts[VALUES_AT + p] = value[k];
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint p = stagedAt(runBegin() + k * LANE_COUNT);
        key[k] = stagedKey(p);
        if (VALUES_APART) value[k] = digit_counts[VALUES_AT + p];
    }
    sync();
    if (HAS_PAYLOAD && !VALUES_APART) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint p = stagePlace(place, k);
            if (p < TILE_SIZE) digit_counts[p] = value[k];
        }
        sync();
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) value[k] = digit_counts[stagedAt(runBegin() + k * LANE_COUNT)];
        sync();
    }
}

// Puts the items in the order of the current digit. If a digit is frequent in a subgroup, as among
// few values, rankTile waits in each round.
void sortTile(uint left, inout KEY key[ITEMS_PER_THREAD], inout uint value[ITEMS_PER_THREAD])
{
    if (LANE_ORDER == 1) {
        uint frequent = frequentDigit(digitOf(key[0]));
        if (frequent != 0u && laneIndex() == 0u) atomicMax(hot_digit, frequent);
        sync();
    }
    uint place[PLACES];
    rankTile(0u, left, key, place);
    if (threadIndex() == 0u) hot_digit = 0u;  // of the next digit
    moveItems(place, key, value);
}

// Sorts by each digit that differs.
void sortByDigits(uint n, inout KEY key[ITEMS_PER_THREAD], inout uint value[ITEMS_PER_THREAD])
{
    if (threadIndex() == 0u) {
        hot_digit = 0u;
        needed = 0u;
    }
    sync();
    uint passes = passesOf(key);
    if (passes != 0u) atomicOr(needed, passes);
    sync();
    passes = needed;
    for (uint p = 0u; p < digitCount(); p++) {
        if ((passes >> p & 1u) == 0u) continue;
        setDigit(p);
        sortTile(n, key, value);
    }
}

void main()
{
    uint n = itemCount();
    if (threadIndex() == 0u) checkCount();
    if (n == 0u) return;
    KEY key[ITEMS_PER_THREAD];
    uint value[ITEMS_PER_THREAD];
    loadTile(0u, n, key);
    loadPayload(0u, n, value);
    if (!sortByCells(n, key, value)) sortByDigits(n, key, value);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = runBegin() + k * LANE_COUNT;
        if (i >= n) break;
        putKey(i, key[k]);
        if (HAS_PAYLOAD) putPayload(i, value[k]);
    }
}
