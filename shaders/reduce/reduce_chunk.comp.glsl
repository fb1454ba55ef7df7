// SPDX-License-Identifier: MIT
// Reduces n items to one. Each worker reduces its share; the last to finish combines the workers' results, in their
// order, so that the same input gives the same bits on every run. No workgroup waits for another.
// Grid: one workgroup a worker. Reads: Src, Count. Writes: Dst, Partials, Ticket. CPU twin: the loop in reduce_test.go.
#include <OPERATOR>
#include "lib/item_value.glsl"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include <SOURCE>
#include "lib/heads_none.glsl"
#include "lib/item_at.glsl"
#include "lib/share_reduce.glsl"
#include <FINISH>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PARTIALS) coherent buffer Partials { ITEM partials[]; };
layout(std430, binding = BIND_TICKET) coherent buffer Ticket { uint finished; };  // 0 before and after

shared uint is_last;

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    ITEM sum = shareReduce(worker, n);
    if (t == 0u) {
        is_last = 1u;
        if (workers > 1u) {
            partials[worker] = sum;
            memoryBarrierBuffer();
            is_last = atomicAdd(finished, 1u) == workers - 1u ? 1u : 0u;
        }
    }
    sync();
    if (is_last != 0u) {
        if (workers > 1u) {
            memoryBarrierBuffer();
            uint each = (workers + GROUP_SIZE - 1u) / GROUP_SIZE;
            sum = ITEM_IDENTITY;
            for (uint i = t * each; i < min(t * each + each, workers); i++) {
                ITEM part = partials[i];  // NVIDIA passes no coherent struct to a function
                sum = combine(sum, part);
            }
            sum = groupReduce(sum);
            if (t == 0u) finished = 0u;
        }
        if (t == 0u) putResult(0u, sum, n);
    }
}
