// SPDX-License-Identifier: MIT
// Append with one atomicAdd of the counter a workgroup. The invocations count their kept records in
// shared memory, and one invocation takes places for all. The value before an invocation's shared
// addition is its place among them. The order is lost within a workgroup, too.
// Grid: one workgroup for each TILE_SIZE records, in one or two dimensions. Reads: Src, Count.
// Writes: Dst, Kept, which was 0. CPU twin: a loop with append, as a set.
#include "lib/sync.glsl"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "bench/record_put.glsl"

layout(local_size_x = GROUP_SIZE) in;
shared uint group_kept;
shared uint group_first;

void main()
{
    uint n = itemCount();
    uint tile = workgroupIndex() * TILE_SIZE + gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex == 0u) group_kept = 0u;
    sync();
    RECORD r[ITEMS_PER_THREAD];  // all loads first
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) r[k] = recordAt(min(tile + k * GROUP_SIZE, n - 1u));
    bool keep[ITEMS_PER_THREAD];
    uint place[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        keep[k] = tile + k * GROUP_SIZE < n && isKept(r[k]);
        if (keep[k]) place[k] = atomicAdd(group_kept, 1u);
    }
    sync();
    if (gl_LocalInvocationIndex == 0u && group_kept > 0u) group_first = atomicAdd(kept_count, group_kept);
    sync();
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (keep[k]) putRecord(group_first + place[k], r[k]);
    }
}
