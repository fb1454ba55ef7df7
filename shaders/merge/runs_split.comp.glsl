// SPDX-License-Identifier: MIT
// Finds the splits of all tiles of runs_merge.
// Grid: one workgroup for each WINDOW tiles, in one or two dimensions. Reads: Src, Count.
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
    uint tile = splitTile(n);
    uvec2 items = findRuns(tile, tile_items, n);
    putSplit(tile, n, run_a, items.x, items.y, min(run, n));
}
