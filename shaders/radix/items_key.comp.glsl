// SPDX-License-Identifier: MIT
// Computes the sort key of each item, of one word or two, for a sort that moves items at the end.
// Grid: one workgroup for each TILE_SIZE items, in one or two dimensions. Reads: Src, Count; Order,
// where it is bound. Writes: DstKeys.
// CPU twin: a loop over the items, see items_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include <ITEM>
#include <PUT>

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) checkCount();
    if (group > n / TILE_SIZE) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = group * TILE_SIZE + k * GROUP_SIZE + gl_LocalInvocationIndex;
        if (i >= n) break;
        putKey(i, itemKey(i));
    }
}
