// SPDX-License-Identifier: MIT
// Sorts the keys of each window (radix/msd.glsl), stable, in shared memory. A window that cannot be
// sorted here, mostly because of equal keys, is listed for window_dense.
//
// Grid: one workgroup for each window, in one dimension; a second row takes the last buckets of
// windows of more than TILE_SIZE keys. Reads: Keys, the payload. Writes: DstKeys, the payload.
// Reads and writes: Table, Plan. A destination may be the source.
// CPU twin: slices.SortStable of the window, see msd_test.go.
#include "lib/grid.glsl"
#include <WINDOW>
#include "radix/msd.glsl#rest"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint at = table_at + 2u * gl_WorkGroupID.x;
    uint begin = table[at];
    uint end = table[at + 2u];
    bool cut = end - begin > TILE_SIZE;
    if (cut && gl_WorkGroupID.y == 0u) end = table[at + 3u];
    if (cut && gl_WorkGroupID.y == 1u) begin = table[at + 3u];
    uint left = end - begin;
    if ((cut || gl_WorkGroupID.y == 0u) && left <= TILE_SIZE && left > 0u && !sortWindow(begin, left, 0u)) listRest(begin, left);
}
