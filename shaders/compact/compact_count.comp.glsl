// SPDX-License-Identifier: MIT
// Counts the records to keep in each worker's chunk: totals[worker] (Billeter et al. 2009, first step).
// Grid: one workgroup a worker. Reads: what keepItem reads, Count. Writes: Counts. CPU twin: the loop in compact_test.go.
#include "lib/item_sum.glsl"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/chunk.glsl"
#include "lib/group_reduce.glsl"
#include <KEEP>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_COUNTS) writeonly buffer Counts { uint counts[]; };

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    uint kept = 0u;
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i < end - tile && keepItem(tile + i)) kept++;
        }
        if (end - tile <= TILE_SIZE) break;
    }
    kept = groupReduce(kept);
    if (t == 0u) counts[worker] = kept;
}
