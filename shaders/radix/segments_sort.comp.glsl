// SPDX-License-Identifier: MIT
// Sorts the short segments of each window (radix/window.glsl), stable.
//
// Predicted for words in segments of 64 items on average, by 8 items an invocation: an item takes
// 240 instructions, 17 reads and 8 writes of shared memory. A round of merges takes 35 of the
// instructions, of which the search for an invocation's part takes 11. An item takes 5.8 rounds: a
// round of runs beyond the mean length finds few segments across a border.
//
// Grid: one workgroup a window, in one or two dimensions. Reads: Keys, Heads, Table, Count, the
// payload. Writes: DstKeys, its payload, Fault.
// CPU twin: slices.SortStableFunc of each segment, see segment_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/unroll.glsl"
#include "radix/window.glsl#table"
#include "radix/window_merge.glsl"

layout(local_size_x = GROUP_SIZE) in;

#define ROWS (WINDOW / GROUP_SIZE)

void main()
{
    uint n = itemCount();
    uint w = workgroupIndex();
    uint t = threadIndex();
    if (w == 0u && t == 0u) checkCounts();
    if (w > n / WINDOW || w * WINDOW >= n) return;
    uint begin = w * WINDOW;
    uint left = n - begin;

    // Most of the window's items are under way while its heads are collected.
    KEY key[ROWS];
    for (uint k = 0u; k < ROWS; k++) key[k] = keyAt(begin + min(k * GROUP_SIZE + t, left - 1u));
    uvec3 firsts = firstsOf(w);
    linkHeads(begin, left, firsts.x, firsts.z);

    uint last = headUpTo(min(WINDOW, left) - 1u);
    if (last == 0u) return;
    last--;
    uint first = headFrom(0u);
    uint end = headFrom(last + 1u);
    if (end > TILE_SIZE) end = last;  // or there is no such head
    if (first == end) return;

    for (uint k = 0u; k < ROWS; k++) tile_keys[paddedAt(k * GROUP_SIZE + t)] = key[k];
    for (uint i = ROWS * GROUP_SIZE + t; i < end; i += GROUP_SIZE) tile_keys[paddedAt(i)] = keyAt(begin + i);
    sync();
    mergeSegments(first, end);
    for (uint i = t; i < end; i += GROUP_SIZE) {
        if (i < first) continue;
        putKey(begin + i, tileKey(i));
        if (HAS_PAYLOAD) putPayload(begin + i, payloadAt(begin + fromAt(i)));
    }
}
