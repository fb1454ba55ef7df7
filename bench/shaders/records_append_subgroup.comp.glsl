// SPDX-License-Identifier: MIT
// Append with one atomicAdd a subgroup. The first lane takes places for all lanes that keep their
// record. A lane's place among them is the number of set ballot bits below it. The order between
// subgroups is lost.
// Grid: one invocation a record, in one or two dimensions. Reads: Src, Count. Writes: Dst, Kept,
// which was 0. CPU twin: a loop with append, as a set.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/lanes.glsl#first"
#include "bench/record_put.glsl"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint n = itemCount();
    uint i = workgroupIndex() * GROUP_SIZE + threadIndex();
    // All lanes stay for the ballot. Lanes past the end read the last record and do not keep it.
    RECORD r = recordAt(min(i, n - 1u));
    bool keep = i < n && isKept(r);
    LaneMask kept = laneBallot(keep);
    uint first = 0u;
    if (laneIndex() == 0u && kept != NO_LANES) first = atomicAdd(kept_count, maskCount(kept));
    first = laneFirst(first);
    if (keep) putRecord(first + maskCount(kept & lanesBelow()), r);
}
