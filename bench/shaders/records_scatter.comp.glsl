// SPDX-License-Identifier: MIT
// Moves each kept record to its place: the number of kept records before it, from a scan of the
// flags (inclusive if INCLUSIVE is set).
// Grid: one invocation a record, at least one workgroup, in one or two dimensions. Reads: Src,
// Sums, Count. Writes: Dst, Kept. CPU twin: a loop with append.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "bench/record_put.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SUMS) readonly buffer Sums { uint sums[]; };

void main()
{
    uint n = itemCount();
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (n == 0u && i == 0u) kept_count = 0u;
    if (i >= n) return;
    RECORD r = recordAt(i);
    uint own = isKept(r) ? 1u : 0u;
    uint before = sums[i] - (INCLUSIVE != 0 ? own : 0u);
    if (own != 0u) putRecord(before, r);
    if (i == n - 1u) kept_count = before + own;
}
