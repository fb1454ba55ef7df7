// SPDX-License-Identifier: MIT
// Computes the segment of each item of Order: ids[i] is the number of offsets at or before
// order[i], by binary search.
// Grid: one workgroup for each TILE_SIZE items, in one or two dimensions. Reads: Order, Heads,
// Count. Writes: Ids.
// CPU twin: sort.Search, see segment_test.go.
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/heads.glsl#search"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
layout(std430, binding = BIND_IDS) writeonly buffer Ids { uint ids[]; };
uniform uint order_at;
uniform uint ids_at;

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    if (group == 0u && gl_LocalInvocationIndex == 0u) checkHeads();
    if (group > n / TILE_SIZE) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = group * TILE_SIZE + k * GROUP_SIZE + gl_LocalInvocationIndex;
        if (i < n) ids[ids_at + i] = firstOffsetFrom(order[order_at + i] + 1u);
    }
}
