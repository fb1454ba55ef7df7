// SPDX-License-Identifier: MIT
// One invocation runs the loop of a CPU.
// Grid: one workgroup of one invocation. Reads: Src, Count. Writes: Dst, Kept. CPU twin: a loop
// with append.
#include "lib/count.glsl"
#include "bench/record_put.glsl"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint n = itemCount();
    uint kept = 0u;
    for (uint i = 0u; i < n; i++) {
        RECORD r = recordAt(i);
        if (isKept(r)) putRecord(kept++, r);
    }
    kept_count = kept;
}
