// SPDX-License-Identifier: MIT
// Counts the digits of each worker's chunk (radix/histogram_at.glsl).
// Grid: one workgroup a worker. Reads: Keys, Count. Writes: Histogram. CPU twin: a counting loop,
// see radix_test.go.
#include "lib/lanes.glsl#base"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include "radix/histogram_at.glsl"
#include <DIGIT>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_HISTOGRAM) writeonly buffer Histogram { uint histogram[]; };

shared uint digit_total[RADIX];

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    for (uint d = t; d < RADIX; d += GROUP_SIZE) digit_total[d] = 0u;
    sync();
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        KEY key[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            // Past the end the last key is read again: a branch would split the loads.
            key[k] = keyAt(tile + min(k * GROUP_SIZE + t, end - tile - 1u));
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            if (k * GROUP_SIZE + t < end - tile) atomicAdd(digit_total[digitOf(key[k])], 1u);
        }
        if (end - tile <= TILE_SIZE) break;
    }
    sync();
    for (uint d = t; d < RADIX; d += GROUP_SIZE) histogram[histogramAt(d, worker)] = digit_total[d];
}
