// SPDX-License-Identifier: MIT
// Reduces each worker's chunk to one item: dst[worker] = combine over src[chunk]. A second dispatch of one worker over
// those items ends a reduction; the scan takes them as its workers' totals.
// Grid: one workgroup a worker. Reads: Src, Count. Writes: Dst. CPU twin: a loop with combine, see reduce_test.go.
#include <OPERATOR>
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/chunk.glsl"
#include "lib/group_reduce.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SRC) readonly buffer Src { ITEM src[]; };
layout(std430, binding = BIND_DST) writeonly buffer Dst { ITEM dst[]; };
uniform uint src_at;
uniform uint dst_at;

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    ITEM sum = ITEM_IDENTITY;
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        // Loads first, so that ITEMS_PER_THREAD of them are under way at once.
        ITEM v[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = tile + k * GROUP_SIZE + t;
            v[k] = i < end ? src[src_at + i] : ITEM_IDENTITY;
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) sum = combine(sum, v[k]);
        // Not a whole tile left: tile + TILE_SIZE could pass 2^32.
        if (end - tile <= TILE_SIZE) break;
    }
    sum = groupReduce(sum);
    if (t == 0u) dst[dst_at + worker] = sum;
}
