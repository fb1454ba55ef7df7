// SPDX-License-Identifier: MIT
// Tells whether the keys are in order already, and writes how many workgroups the sort's kernels get: none if they are.
// The last worker to finish writes; no workgroup waits for another.
// Grid: one workgroup a worker. Reads: Keys, Count. Writes: Order. CPU twin: slices.IsSorted, see order_test.go.
#include "lib/lanes.glsl"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/chunk.glsl"
#include <KEYS>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_ORDER) coherent buffer Order {
    uint pass_groups[3];   // of count and scatter
    uint spine_groups[3];
    uint copy_groups[3];   // where a sorted input must only be copied
    uint unsorted;         // 0 before and after
    uint finished;         // 0 before and after
};
uniform uint part_low;   // the bits that are sorted by
uniform uint part_high;
uniform uint descending;

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    bool wrong = false;
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i < end - tile && tile + i > 0u) {
                KEY before = keyPart(keyAt(tile + i - 1u), part_low, part_high);
                KEY here = keyPart(keyAt(tile + i), part_low, part_high);
                if (descending != 0u ? keyLess(before, here) : keyLess(here, before)) wrong = true;
            }
        }
        if (end - tile <= TILE_SIZE) break;
    }
    if (wrong) atomicOr(unsorted, 1u);
    memoryBarrierBuffer();
    sync();
    if (t == 0u && atomicAdd(finished, 1u) == workers - 1u) {
        uint sort = atomicExchange(unsorted, 0u);
        pass_groups[0] = sort * workers;
        spine_groups[0] = sort * RADIX;
        copy_groups[0] = (1u - sort) * workers;
        for (uint axis = 1u; axis < 3u; axis++) {
            pass_groups[axis] = 1u;
            spine_groups[axis] = 1u;
            copy_groups[axis] = 1u;
        }
        finished = 0u;
    }
}
