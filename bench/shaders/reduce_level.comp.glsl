// SPDX-License-Identifier: MIT
// One level of a reduction by trees. Each workgroup reduces a tile to one item. Each invocation
// loads ITEMS_PER_THREAD items and reduces them before the tree. Levels follow until one item is
// left.
// Grid: one workgroup a tile. Reads: Src. Writes: Dst. CPU twin: the loop in oracle_test.go.
#include "lib/operator.glsl#combine"
#include "lib/grid.glsl"
#include "bench/ladder_items.glsl"
#include <TREE>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { VALUE dst[]; };
uniform uint divisor;

void main()
{
    uint t = gl_LocalInvocationIndex;
    uint tile = workgroupIndex();
    uint first = tile * TILE_SIZE + t;
    VALUE fetched[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        fetched[k] = VALUE_IDENTITY;
        if (first + k * GROUP_SIZE < item_count) fetched[k] = itemAt(first + k * GROUP_SIZE);
    }
    VALUE sum = fetched[0];
    for (uint k = 1u; k < ITEMS_PER_THREAD; k++) sum = combine(sum, fetched[k]);
    sum = treeReduce(t, sum);
    if (t == 0u && tile * TILE_SIZE < item_count) dst[tile] = sum / float(divisor);
}
