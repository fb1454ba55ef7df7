// SPDX-License-Identifier: MIT
// Sorts the short segments of each window (radix/window.glsl), stable, and counts the items of long
// ones.
//
// Predicted for words in segments of 64 items on average: an item takes 150 instructions, 20 of
// them for each round of merges, and 22 reads of shared memory. A window of 2,048 items then takes
// some 5.8 rounds, because a round past the mean length has few segments across a border.
//
// Grid: one workgroup a window, in one or two dimensions. Reads: Keys, Heads, SegmentCount, Count.
// Writes: DstKeys, its payload, Long, Fault.
// CPU twin: slices.SortStableFunc of each segment, see segment_test.go.
#include "lib/lanes.glsl#base"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/unroll.glsl"
#include "radix/window_merge.glsl"
#include "radix/window.glsl#long"

layout(local_size_x = GROUP_SIZE) in;

// Counts the long items of window w, which has items up to owned, and its last head at last - 1.
// short_end is where its short segments end.
void countLong(uint w, uint owned, uint last, uint short_end)
{
    uint head = headFrom(0u);
    uint first = 0u;
    uint start = w;
    if (head != 0u) {
        // The segment of the window's first item started before it.
        uint begin = head_first > 0u ? min(offsetAt(head_first - 1u), w * WINDOW) : 0u;
        if (head == NO_HEAD || w * WINDOW + head - begin > SHORT) {
            first = min(head, owned);
            start = begin / WINDOW;
        }
    }
    putLong(w, first + (last > 0u ? max(short_end, owned) - short_end : 0u), first, start);
}

void main()
{
    uint n = itemCount();
    uint w = workgroupIndex();
    uint t = threadIndex();
    if (w == 0u && t == 0u) {
        checkCount();
        checkHeads();
    }
    if (w > n / WINDOW || w * WINDOW >= n) {
        if (t == 0u) putLong(w, 0u, 0u, 0u);
        return;
    }
    uint begin = w * WINDOW;
    uint left = n - begin;

    // The first items are under way while the heads are searched.
    KEY key[WINDOW / GROUP_SIZE];
    for (uint k = 0u; k < WINDOW / GROUP_SIZE; k++) key[k] = keyAt(begin + min(k * GROUP_SIZE + t, left - 1u));
    tileBegin(begin, n);
    linkHeads(begin, left);

    uint owned = min(WINDOW, left);
    uint last = headUpTo(owned - 1u);
    uint first = 0u;
    uint end = 0u;
    if (last > 0u) {
        uint next = headFrom(last);
        first = headFrom(0u);
        end = next - (last - 1u) <= SHORT ? next : last - 1u;
    }
    if (t == 0u) countLong(w, owned, last, end);
    if (first == end) return;

    for (uint k = 0u; k < WINDOW / GROUP_SIZE; k++) tile_keys[placeOf(k * GROUP_SIZE + t)] = key[k];
    for (uint i = WINDOW + t; i < end; i += GROUP_SIZE) tile_keys[placeOf(i)] = keyAt(begin + i);
    sync();
    sortWindow(first, end);
    for (uint i = t; i < end; i += GROUP_SIZE) {
        if (i < first) continue;
        putKey(begin + i, tileKey(i));
        if (HAS_PAYLOAD) putPayload(begin + i, begin + tile_from[placeOf(i)]);
    }
}
