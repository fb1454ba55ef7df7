// SPDX-License-Identifier: MIT
// Expands segments to items: for each item it writes the index of its segment, or the segment's
// record, or the caller's result of these. The number of items is the end of the last segment.
// Grid: one workgroup for each TILE_SIZE items of Dst, by lengths also for as many segments, at
// least one, in one or two dimensions. Reads: Segments, SegmentCount, Count (the most items), the
// records. Writes: Dst, the ranks, ItemCount, Fault.
// CPU twin: expanded in expand/selftest.go.
#define VALUE uint
#define VALUE_IDENTITY 0u
#define VALUE_SHUFFLES 1
#define VALUE_ADDS 0
uint combine(uint a, uint b) { return max(a, b); }
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "expand/owners.glsl"
#include <SINK>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_ITEMCOUNT) writeonly buffer ItemCount { uint item_number; };

void main()
{
    uint group = workgroupIndex();
    uint segments = segmentCount();
    uint end = offsetAt(segments);
    uint n = min(itemCount(), end);
    if (group == 0u && threadIndex() == 0u) {
        checkCount();
        bool many = segment_word_at != COUNT_ON_HOST && segment_word[segment_word_at] > segment_max;
        if (many || end > count_max) atomicOr(fault_bits, FAULT_COUNT);
        item_number = n;
    }
    if (by_ends != 0u && sumWraps(group, segments)) atomicOr(fault_bits, FAULT_COUNT);
    if (segments == 0u || group > n / TILE_SIZE) return;
    uint tile = group * TILE_SIZE;
    if (tile >= n) return;
    uint items = min(n - tile, TILE_SIZE);
    uint base = findOwners(tile, items, segments);
    uint skip = max(offsetAt(0u), tile) - tile;  // items before the first segment
    putOwners(tile, min(skip, items), items, base);
}
