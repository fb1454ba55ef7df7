// SPDX-License-Identifier: MIT
// Sorts the windows or buckets that are listed because they have too many keys, or too many in one
// cell. It is their sort in a larger tile, with larger counts. What does not fit here either is
// listed for msd_rest.
//
// Grid: any number of workgroups, in one dimension, which share the list. Reads: Keys, the payload.
// Writes: DstKeys, the payload. Reads and writes: Table, Plan. A destination may be the source.
// CPU twin: slices.SortStable of each, see dense_test.go.
#include "lib/grid.glsl"
#include <WINDOW>
#include "radix/msd.glsl#rest"

layout(local_size_x = GROUP_SIZE) in;
uniform uint dense_begin;  // of Table

void main()
{
    if (plan[PLAN_WINDOWS] == 0u) return;
    for (uint e = gl_WorkGroupID.x; e < plan[PLAN_REST]; e += gl_NumWorkGroups.x) {
        uint at = table_at + dense_begin + 2u * e;
        uint begin = table[at];
        uint left = table[at + 1u] - begin;
        if (left > TILE_SIZE || !sortWindow(begin, left, bucketAt(begin))) listRest(begin, left);
        sync();
    }
}
