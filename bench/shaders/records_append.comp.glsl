// SPDX-License-Identifier: MIT
// Compaction in the naive form: every invocation that keeps its record takes a place with
// atomicAdd. The order is lost. All invocations compete for one counter, except with compilers that
// merge the additions of a subgroup.
// Grid: one invocation a record, in one or two dimensions. Reads: Src, Count. Writes: Dst, Kept,
// which was 0. CPU twin: a loop with append, as a set.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "bench/record_put.glsl"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    RECORD r = recordAt(i);
    if (isKept(r)) putRecord(atomicAdd(kept_count, 1u), r);
}
