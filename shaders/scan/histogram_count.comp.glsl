// SPDX-License-Identifier: MIT
// Counts the items in each bin, modulo 2^32. binOf (slot BIN) returns BINS for an item in no bin;
// such items are counted if DST_WORDS is BINS + 1. Slot BINS selects the memory in which a
// workgroup counts, and slot LOAD how it reads. TO_WORDS makes a word of an item.
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
#include <LOAD>

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint tile = chunkBegin(worker, n);
    uint end = chunkBegin(worker + 1u, n);
    if (worker == 0u && threadIndex() == 0u) checkCount();

    uint item[ITEMS_PER_THREAD];
    if (LOADS_AHEAD && tile < end) loadItems(tile, end, item);
    binsClear();
    sync();
    while (tile < end) {
        if (!LOADS_AHEAD) loadItems(tile, end, item);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (itemAt(k) < end - tile) {
                uint bin = binOf(item[k]);
                if (bin < DST_WORDS) binsCount(bin);
            }
        }
        if (end - tile <= TILE_SIZE) break;
        tile += TILE_SIZE;
        if (LOADS_AHEAD) loadItems(tile, end, item);
    }
    sync();
    binsAdd();
}
