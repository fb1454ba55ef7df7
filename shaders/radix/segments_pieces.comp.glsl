// SPDX-License-Identifier: MIT
// Sorts the short segments of each window (radix/window.glsl) as segments_sort.comp.glsl does, but
// in registers (radix/window_pieces.glsl): keys alone, by all of their bits. The windows have few
// segments. segments_lanes.comp.glsl is for many.
//
// Grid: one workgroup a window, in one or two dimensions. Reads: Keys, Heads, Table, Count.
// Writes: DstKeys, Fault. CPU twin: slices.Sort of each segment, see segment_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/unroll.glsl"
#include "radix/window.glsl#table"
#include "radix/window_pieces.glsl"

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

    // Most of the window's items are under way while its segments are listed.
    KEY key[ROWS];
    for (uint k = 0u; k < ROWS; k++) key[k] = keyAt(begin + min(k * GROUP_SIZE + t, left - 1u));
    clearPieces();
    Window all = windowOf(w, begin, left);
    uint first = all.first;
    uint end = all.end;
    if (first >= end) return;
    sync();
    takeSegments(all, true);

    uint place = paddedAt(t);
    for (uint k = 0u; k < ROWS; k++) tile_keys[place + k * ROW_PLACES] = numberOf(key[k]);
    for (uint i = ROWS * GROUP_SIZE + t; i < end; i += GROUP_SIZE) tile_keys[paddedAt(i)] = numberOf(keyAt(begin + i));
    sync();
    sortLanes(all);
    for (uint k = 0u; k < ROWS; k++) key[k] = keyOf(tile_keys[place + k * ROW_PLACES]);
    for (uint k = 0u; k < ROWS; k++) {
        uint i = k * GROUP_SIZE + t;
        if (i - first < end - first) putKey(begin + i, key[k]);
    }
    for (uint i = ROWS * GROUP_SIZE + t; i < end; i += GROUP_SIZE) {
        if (i >= first) putKey(begin + i, keyOf(tile_keys[paddedAt(i)]));
    }
}
