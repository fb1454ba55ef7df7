// SPDX-License-Identifier: MIT
// Counts the items in each bin, modulo 2^32. binOf (slot BIN) returns BINS for an item in no bin;
// such items are counted if DST_WORDS is BINS + 1. Slot BINS selects the memory in which a
// workgroup counts. TO_WORDS makes a word of an item.
// Grid: one workgroup a worker. Reads: Count, what slots SOURCE and BIN read. Writes: Dst. Reads
// and writes: what slot BINS does.
// CPU twin: the loop in histogram_test.go.
#include "lib/lanes.glsl#base"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include <SOURCE>
#include <BIN>

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
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            // Past the end the last item is read again: a branch would split the loads.
            item[k] = TO_WORDS(valueAt(tile + min(k * GROUP_SIZE + t, end - tile - 1u)));
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (k * GROUP_SIZE + t < end - tile) {
                uint bin = binOf(item[k]);
                if (bin < DST_WORDS) binsCount(bin);
            }
        }
        if (end - tile <= TILE_SIZE) break;
    }
    sync();
    binsAdd();
}
