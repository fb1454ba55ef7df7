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
#include "lib/runs.glsl"
#include "scan/tile.glsl#load"

void putRun(uint last, ITEM run)
{
    uint at = headOf(run) - 1u;
    putResult(at, valueOf(run), itemsOf(run));
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
            putRunCount(headOf(before));
            putRun(tile + i, before);
            break;
        }
        bool held = k + 1u < ITEMS_PER_THREAD && i + 1u < end - tile;  // the next item is in v
        if (held ? headOf(v[min(k + 1u, ITEMS_PER_THREAD - 1u)]) != 0u : isHead(tile, i + 1u)) putRun(tile + i, before);
    }
}

#part segments
// Writes the result of each segment: the inclusive value of its last item. All workgroups first
// write the results of empty segments: there may be more segments than items or workers.
#include <SOURCE>
#include <FINISH>
#include "scan/tile.glsl#load"

void sinkBegin(uint worker)
{
    uint segments = segmentCount();
    uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE;
    for (uint s = worker * GROUP_SIZE + threadIndex(); s < segments; s += step) {
        if (offsetAt(s) >= min(offsetAt(s + 1u), itemCount())) putResult(s, VALUE_IDENTITY, 0u);
    }
}

// Writes the result of the segment that ends at an item of the tile, if one does.
void putEnd(uint tile, uint i, uint n)
{
    uint at = tile + i;
    if (at + 1u < n && !isHead(tile, i + 1u)) return;
    uint s = segmentOf(at);
    if (s < segmentCount()) putResult(s, staged[padded(i)], min(offsetAt(s + 1u), n) - offsetAt(s));
}

// Writes the results of the segments that end in the tile; before is the prefix of the invocation's
// items. An invocation takes an offset, and there the segment before it ends.
void putTile(uint tile, uint end, uint n, ITEM before, ITEM v[ITEMS_PER_THREAD])
{
    uint t = threadIndex();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        before = combine(before, v[k]);
        staged[padded(t * ITEMS_PER_THREAD + k)] = valueOf(before);
    }
    sync();
    uint left = min(end - tile, TILE_SIZE);
    if (heads_searched != 0u) {  // too many offsets to walk
        for (uint i = t; i < left; i += GROUP_SIZE) putEnd(tile, i, n);
        return;
    }
    for (uint s = head_first + t; s <= segmentCount(); s += GROUP_SIZE) {
        uint length = offsetAt(s) - tile;  // up to the offset
        if (length > left) break;
        if (length == 0u || s == 0u) continue;  // the segment ended in the tile before, or there is none
        uint begin = offsetAt(s - 1u);
        if (begin < tile + length) putResult(s - 1u, staged[padded(length - 1u)], tile + length - begin);
    }
    // A segment that reaches beyond the last item has no offset at its end.
    if (tile + left == n && t == 0u && !isHead(tile, left)) putEnd(tile, left - 1u, n);
}

#part load
// Padding after every 32 values spreads both access patterns over the banks.
shared VALUE staged[TILE_SIZE + TILE_SIZE / 32u];
uint padded(uint i) { return i + i / 32u; }

void stageTile() {}

// Loads the invocation's items of the tile and returns the prefix in the tile; total is the tile's
// aggregate.
ITEM tileItems(uint tile, uint end, out ITEM v[ITEMS_PER_THREAD], out ITEM total)
{
    uint t = threadIndex();
    // Loads first, so that ITEMS_PER_THREAD of them are under way at once, also while the heads are
    // searched. Past the end the last value is read again, as a branch would split the loads.
    VALUE loaded[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) loaded[k] = valueAt(tile + min(k * GROUP_SIZE + t, end - tile - 1u));
    tileBegin(tile, end);
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
