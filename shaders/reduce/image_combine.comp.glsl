// SPDX-License-Identifier: MIT
// Combines the results of each tile's strips, in order, to the tile's result.
// Grid: one workgroup a tile. Reads: Partials. Writes: Dst. CPU twin: the loop in
// image_oracle_test.go.
#include <OPERATOR>
#include "lib/item.glsl#value"
#include "lib/grid.glsl"
#include "lib/group.glsl#reduce"
#include "reduce/image_tile.glsl"
#include <FINISH>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PARTIALS) readonly buffer Partials { ITEM partials[]; };
uniform uint tiles;

void main()
{
    uint tile = workgroupIndex();
    uint t = threadIndex();
    uint each = (strips + GROUP_SIZE - 1u) / GROUP_SIZE;
    ITEM sum = ITEM_IDENTITY;
    if (tile < tiles) {
        for (uint s = t * each; s < min(t * each + each, strips); s++) sum = combine(sum, partials[tile * strips + s]);
    }
    sum = groupReduce(sum);
    if (tile < tiles && t == 0u) {
        uvec2 extent = tileExtent(tileCorner(tile));
        putResult(tile, sum, extent.x * extent.y);
    }
}
