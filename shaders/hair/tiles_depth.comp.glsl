// SPDX-License-Identifier: MIT
// The farthest depth in each tile of the scene: what lies behind it is not seen there.
// Grid: one invocation a tile. Reads: the scene's depth, Count. Writes: Farthest. CPU twin: farthestOf in cull_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/depth_tile.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_FARTHEST) writeonly buffer Farthest { float farthest[]; };
layout(binding = 0) uniform DEPTH scene_depth;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    ivec2 tiles = depthTiles();
    ivec2 first = ivec2(int(i) % tiles.x, int(i) / tiles.x) * DEPTH_TILE;
    ivec2 end = min(first + DEPTH_TILE, ivec2(viewport.xy));
    float most = 0.0;
    // 1 is nothing at all: no need to look on.
    for (int y = first.y; y < end.y && most < 1.0; y++)
        for (int x = first.x; x < end.x && most < 1.0; x++)
            for (int s = 0; s < SAMPLES; s++) most = max(most, texelFetch(scene_depth, ivec2(x, y), s).r);
    farthest[i] = most;
}
