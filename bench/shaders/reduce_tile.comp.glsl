// SPDX-License-Identifier: MIT
// The mean luminance of each tile of TILE_SIDE x TILE_SIDE texels; fewer at the edge. Each
// invocation adds up some texels, ITEMS_PER_THREAD fetched at once, before the tree.
// Grid: one workgroup a tile. Reads: source_image. Writes: Dst. CPU twin: luminances in
// tiles_test.go.
#include "lib/operator.glsl#combine"
#include "lib/grid.glsl"
#include <TREE>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DST) writeonly buffer Dst { float dst[]; };
uniform sampler2D source_image;
uniform int source_image_level;
uniform uint source_width;
uniform uint source_height;
uniform uint tile_columns;

void main()
{
    uint t = gl_LocalInvocationIndex;
    uint tile = workgroupIndex();
    uvec2 corner = TILE_SIDE * uvec2(tile % tile_columns, tile / tile_columns);
    uvec2 end = min(corner + TILE_SIDE, uvec2(source_width, source_height));
    float sum = 0.0;
    for (uint first = t; first < TILE_SIDE * TILE_SIDE; first += TILE_SIZE) {
        vec3 fetched[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = first + k * GROUP_SIZE;
            uvec2 at = corner + uvec2(i % TILE_SIDE, i / TILE_SIDE);
            fetched[k] = vec3(0.0);
            if (at.x < end.x && at.y < end.y) fetched[k] = texelFetch(source_image, ivec2(at), source_image_level).rgb;
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) sum += dot(fetched[k], vec3(WEIGHT_RED, WEIGHT_GREEN, WEIGHT_BLUE));
    }
    sum = treeReduce(t, sum);
    if (t == 0u && corner.y < end.y) dst[tile] = sum / float((end.x - corner.x) * (end.y - corner.y));
}
