// SPDX-License-Identifier: MIT
// Reduces each worker's share to one item: dst[worker] = combine over its items. A second dispatch of one worker over
// those items ends a reduction; the scan takes them as its workers' totals.
// The share is a chunk, or with interleaved = 1 every workers-th tile. Where order does not matter, tiles in turn are
// better: all workers read one window of memory at a time (64 MB on an H200, 528 workers: 39 us, by chunks 43).
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
uniform uint interleaved;

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint tile = chunkBegin(worker, n);
    uint end = chunkBegin(worker + 1u, n);
    uint step = TILE_SIZE;
    if (interleaved != 0u) {
        tile = min(worker * TILE_SIZE, n);  // there are no more workers than tiles, so this does not wrap
        end = n;
        step = workers * TILE_SIZE;
    }
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    ITEM sum = ITEM_IDENTITY;
    while (tile < end) {
        // Loads first, so that ITEMS_PER_THREAD of them are under way at once.
        ITEM v[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            v[k] = i < end - tile ? src[src_at + tile + i] : ITEM_IDENTITY;
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) sum = combine(sum, v[k]);
        if (end - tile <= step) break;  // tile + step could pass 2^32
        tile += step;
    }
    sum = groupReduce(sum);
    if (t == 0u) dst[dst_at + worker] = sum;
}
