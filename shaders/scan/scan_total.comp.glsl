// SPDX-License-Identifier: MIT
// Combines each worker's chunk to one item, totals[worker], for scan_chunk.
// Grid: one workgroup a worker. Reads: Src, Count, Heads. Writes: Totals. CPU twin: a loop with
// combine, scan_test.go.
#include <OPERATOR>
#include <ITEM>
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include <SOURCE>
#include <HEADS>
#include "lib/item.glsl#at"
#include "lib/worker.glsl#share"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_TOTALS) writeonly buffer Totals { ITEM totals[]; };

void main()
{
    uint worker = workgroupIndex();
    if (worker == 0u && threadIndex() == 0u) checkCount();
    ITEM total = shareReduce(worker, itemCount());
    if (threadIndex() == 0u) totals[worker] = total;
}
