// SPDX-License-Identifier: MIT
// Finds the splits of all tiles of runs_merge.
// Grid: one workgroup for each GROUP_SIZE / 32 tiles, in one or two dimensions. Reads: Src, Count.
// Writes: Splits.
// CPU twin: none, see sort_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <KEYS>

#include "merge/runs.glsl"
#include "merge/splits.glsl#find"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint n = itemCount();
    uint first = splitTile(n);
    uvec2 items = findRuns(first, n);
    putSplit(first, n, first - run_a, items.x, items.y, min(run, n));
}
