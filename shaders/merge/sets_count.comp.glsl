// SPDX-License-Identifier: MIT
// Counts the results of a set operation in each worker's chunk of the merged arrays.
// Grid: one workgroup a worker. Reads: A, B, Count (of A), SegmentCount (of B). Writes: Counts,
// Fault.
// CPU twin: the loop in sets_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "merge/sizes.glsl#fault"
#include "lib/worker.glsl#chunk"
#include "lib/group.glsl#reduce"
#include <KEYS>
#include "merge/set.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_COUNTS) writeonly buffer Counts { uint counts[]; };

void main()
{
    uint worker = workgroupIndex();
    uint na = itemCount();
    uint nb = secondCount();
    uint end = chunkBegin(worker + 1u, na + nb);
    if (worker == 0u && threadIndex() == 0u) checkCounts();

    uint sum = 0u;
    for (uint tile = chunkBegin(worker, na + nb); tile < end; tile += TILE_SIZE) {
        KEY v[ITEMS_PER_THREAD];
        sum += uint(bitCount(setItems(uvec2(tile, min(end - tile, TILE_SIZE) + tile), na, nb, 0u, v)));
        if (end - tile <= TILE_SIZE) break;
    }
    sum = groupReduce(sum);
    if (threadIndex() == 0u) counts[worker] = sum;
}
