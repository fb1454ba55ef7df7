// SPDX-License-Identifier: MIT
// Scans a tile: loads it by rows, and combines runs of an invocation. VALUE, ITEM, tileBegin and
// isHead are defined before this.

#part items
// Writes the values of all items by rows.
#include <SOURCE>
#include <SINK>
uniform uint inclusive;
#include "scan/tile.glsl#load"

// Writes the scanned tile; before is the prefix of the invocation's items.
void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])
{
    uint t = threadIndex();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint at = padded(t * ITEMS_PER_THREAD + k);
        ITEM after = combine(before, v[k]);
        if (inclusive != 0u) staged[at] = valueOf(after);
        else staged[at] = exclusiveOf(before, v[k]);
        before = after;
    }
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = k * GROUP_SIZE + t;
        if (i < end - tile) putScanned(tile, i, n, staged[padded(i)]);
    }
}

#part runs
// Writes the result and the key of each run of equal keys, at the place that is the number of runs
// before it. An invocation writes the runs that end in its items. The last of all writes the number
// of runs.
#include <SOURCE>
#include <FINISH>
layout(std430, binding = BIND_RUNKEYS) writeonly buffer RunKeys { uint run_keys[]; };
layout(std430, binding = BIND_RUNCOUNT) writeonly buffer RunCount { uint run_count[]; };
uniform uint run_keys_at;
uniform uint run_count_at;
#include "scan/tile.glsl#load"

bool sinkBegin(uint worker)
{
    if (worker == 0u && threadIndex() == 0u && itemCount() == 0u) run_count[run_count_at] = 0u;
    return true;
}

void putRun(uint last, ITEM run)
{
    uint at = run.head - 1u;
    putResult(at, run.v, run.items);
    for (uint w = 0u; w < KEY_WORDS; w++) run_keys[run_keys_at + at * KEY_WORDS + w] = heads[heads_at + last * KEY_WORDS + w];
}

void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])
{
    uint first = threadIndex() * ITEMS_PER_THREAD;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = first + k;
        if (i >= end - tile) break;
        before = combine(before, v[k]);
        if (tile + i + 1u == n) {
            run_count[run_count_at] = before.head;
            putRun(tile + i, before);
            break;
        }
        bool held = k + 1u < ITEMS_PER_THREAD && i + 1u < end - tile;  // the next item is in v
        if (held ? v[min(k + 1u, ITEMS_PER_THREAD - 1u)].head != 0u : isHead(tile, i + 1u)) putRun(tile + i, before);
    }
}

#part load
// Padding after every 32 values spreads both access patterns over the banks.
shared VALUE staged[TILE_SIZE + TILE_SIZE / 32u];
uint padded(uint i) { return i + i / 32u; }

// Loads the invocation's items of the tile and returns the prefix in the tile; total is the tile's
// aggregate.
ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)
{
    uint t = threadIndex();
    tileBegin(tile, end);
    // Loads first, so that ITEMS_PER_THREAD of them are under way at once. Past the end the last
    // value is read again, as a branch would split the loads.
    VALUE loaded[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) loaded[k] = valueAt(tile + min(k * GROUP_SIZE + t, end - tile - 1u));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) staged[padded(k * GROUP_SIZE + t)] = loaded[k];
    sync();
    ITEM sum = ITEM_IDENTITY;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = t * ITEMS_PER_THREAD + k;
        v[k] = ITEM_IDENTITY;
        if (i < end - tile) v[k] = itemOf(staged[padded(i)], isHead(tile, i));
        sum = combine(sum, v[k]);
    }
    return groupExclusive(sum, total);
}
