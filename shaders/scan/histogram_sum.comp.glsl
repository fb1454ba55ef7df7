// SPDX-License-Identifier: MIT
// histogram_count for items with weights or two coordinates: adds the weight of each item to its
// bin, modulo 2^32. cellOf (slot SECOND) returns BINS, or BINS * Y_BINS on two axes, for an item in
// no bin; such items are added if DST_WORDS is one more. Slot BINS selects the memory of the sums.
// Grid: one workgroup a worker. Reads: Count, what the slots read. Writes: Dst. Reads and
// writes: what slot BINS does.
// CPU twin: the loop in histogram_count_test.go.
#include "lib/lanes.glsl#base"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include <SOURCE>
#include <BIN>
#include <SECOND>
#include <SECOND_ITEM>
#include <WEIGHT>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) buffer Dst { uint dst[]; };
uniform uint dst_at;
#include <BINS>

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    binsClear();
    sync();
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        uint item[ITEMS_PER_THREAD];
        uint second[ITEMS_PER_THREAD];
        uint weight[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            // Past the end the last item is read again: a branch would split the loads.
            uint i = tile + min(k * GROUP_SIZE + t, end - tile - 1u);
            item[k] = TO_WORDS(valueAt(i));
            second[k] = secondAt(i);
            weight[k] = weightAt(i);
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (k * GROUP_SIZE + t < end - tile) {
                uint bin = cellOf(binOf(item[k]), second[k]);
                if (bin < DST_WORDS) binsCount(bin, weight[k]);
            }
        }
        if (end - tile <= TILE_SIZE) break;
    }
    sync();
    binsAdd();
}
