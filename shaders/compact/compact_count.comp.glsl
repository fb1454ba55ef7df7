// SPDX-License-Identifier: MIT
// Counts the records of each class with votes in each worker's chunk: row v of the totals (Billeter
// et al. 2009, first step).
// Grid: one workgroup a worker. Reads: what classOf reads, Count. Writes: Counts.
// CPU twin: the loop in compact_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/group.glsl#reduce"
#include <KEEP>
#include <TILE>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_COUNTS) writeonly buffer Counts { uint counts[]; };

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    uint voted[VOTES];
    for (uint v = 0u; v < VOTES; v++) voted[v] = 0u;
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        uint c[ITEMS_PER_THREAD];
        tileClasses(tile, end, c);
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            for (uint v = 0u; v < VOTES; v++) voted[v] += c[k] == v ? 1u : 0u;
        }
        if (end - tile <= TILE_SIZE) break;
    }
    for (uint v = 0u; v < VOTES; v++) {
        uint sum = groupReduce(voted[v]);
        if (t == 0u) counts[v * workers + worker] = sum;
    }
}
