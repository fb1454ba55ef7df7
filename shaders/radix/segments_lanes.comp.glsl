// SPDX-License-Identifier: MIT
// Sorts the short segments of each window (radix/window.glsl) as segments_sort.comp.glsl does, but
// in registers (radix/window_lanes.glsl): keys alone, by all of their bits.
//
// Grid: one workgroup a window, in one or two dimensions. Reads: Keys, Heads, Table, Count.
// Writes: DstKeys, Fault. CPU twin: slices.Sort of each segment, see segment_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/unroll.glsl"
#include "radix/window.glsl#table"
#include "radix/window_lanes.glsl"

layout(local_size_x = GROUP_SIZE) in;

#define ROWS (WINDOW / GROUP_SIZE)
#define ROW_PLACES (GROUP_SIZE + GROUP_SIZE / 32u)

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
    clearPieces();
    uvec3 firsts = firstsOf(w);
    linkHeads(begin, left, firsts.x, firsts.z);

    uint last = headUpTo(min(WINDOW, left) - 1u);
    if (last == 0u) return;
    last--;
    uint first = headFrom(0u);
    uint end = headFrom(last + 1u);
    if (end > TILE_SIZE) end = last;  // or there is no such head
    if (first == end) return;

    uint place = paddedAt(t);
    for (uint k = 0u; k < ROWS; k++) tile_keys[place + k * ROW_PLACES] = numberOf(key[k]);
    for (uint i = ROWS * GROUP_SIZE + t; i < end; i += GROUP_SIZE) tile_keys[paddedAt(i)] = numberOf(keyAt(begin + i));
    sortLanes(left);
    for (uint k = 0u; k < ROWS; k++) key[k] = keyOf(tile_keys[place + k * ROW_PLACES]);
    for (uint k = 0u; k < ROWS; k++) {
        uint i = k * GROUP_SIZE + t;
        if (i - first < end - first) putKey(begin + i, key[k]);
    }
    for (uint i = ROWS * GROUP_SIZE + t; i < end; i += GROUP_SIZE) {
        if (i >= first) putKey(begin + i, keyOf(tile_keys[paddedAt(i)]));
    }
}
