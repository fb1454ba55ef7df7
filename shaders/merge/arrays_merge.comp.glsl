// SPDX-License-Identifier: MIT
// Merges two sorted arrays by merge path (Green, McColl and Bader 2012). Of equal items those of A
// come first, each array in its order.
// Grid: one workgroup for each TILE_SIZE items of Dst, in one or two dimensions. Reads: A, B, Count
// (of A), SegmentCount (of B), the payloads, perhaps the splits in Dst. Writes: Dst, its payload.
// CPU twin: the loop in merge_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "merge/sizes.glsl#count"
#include <KEYS>

#include "merge/arrays.glsl"

layout(local_size_x = GROUP_SIZE) in;
#include <PUT>
#include "merge/path.glsl#merge"

void main()
{
    uint na = itemCount();
    uint nb = secondCount();
    uint group = workgroupIndex();
    if (group > (na + nb) / TILE_SIZE) return;
    uint first = group * TILE_SIZE;
    if (first >= na + nb) return;
    mergeTile(uvec2(first, min(na + nb - first, TILE_SIZE) + first), na, nb, group);
}
