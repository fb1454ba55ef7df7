// SPDX-License-Identifier: MIT
// Reduces n items to one. Each worker reduces its share, and the last to finish combines the
// results (slot JOIN). The same input gives the same bits on every run. No workgroup waits for
// another.
// Grid: one workgroup a worker. Reads: Src, Count. Writes: Dst, Partials, Ticket.
// CPU twin: the loop in reduce_test.go.
#include <OPERATOR>
#include "lib/item.glsl#value"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include <SOURCE>
#include "lib/heads.glsl#none"
#include "lib/item.glsl#at"
#include "lib/worker.glsl#share"
#include <FINISH>

layout(local_size_x = GROUP_SIZE) in;
#include <JOIN>

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    if (worker == 0u && threadIndex() == 0u) checkCount();
    joinShares(worker, n, shareReduce(worker, n));
}
