// SPDX-License-Identifier: MIT
// Finds the splits of all tiles of arrays_merge.
// Grid: one workgroup for each GROUP_SIZE / 32 tiles, in one or two dimensions. Reads: A, B, Count
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
    uint first = splitTile(na + nb);
    putSplit(first, na + nb, first, na, nb, min(na, nb));
}
