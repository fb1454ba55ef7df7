// SPDX-License-Identifier: MIT
// Finds the splits of all tiles of arrays_merge.
// Grid: one workgroup for each WINDOW tiles, in one or two dimensions. Reads: A, B, Count
// (of A), SegmentCount (of B). Writes: Splits.
// CPU twin: none, see merge_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "merge/sizes.glsl#count"
#include <KEYS>

#include "merge/arrays.glsl"
#include "merge/splits.glsl#find"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint na = itemCount();
    uint nb = secondCount();
    putSplit(splitTile(na + nb), na + nb, 0u, na, nb, min(na, nb));
}
