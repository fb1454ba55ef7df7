// SPDX-License-Identifier: MIT
// The farthest depth in each tile of the scene. What lies behind it is not seen in that tile.
// Grid: an invocation a pixel, GROUP_SIZE / 64 tiles a workgroup. Reads: the scene's depth, Count.
// Writes: Farthest. CPU twin: farthestOf in cull_test.go.
#include "lib/sync.glsl"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/depth_tile.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_FARTHEST) writeonly buffer Farthest { float farthest[]; };
#include <READS>
#include <SCENE_DEPTH>

const uint TILE_PIXELS = uint(DEPTH_TILE * DEPTH_TILE);
shared uint most_bits[GROUP_SIZE / TILE_PIXELS];  // depths are not negative: their bits are in their order

void main()
{
    uint t = gl_LocalInvocationIndex;
    uint here = t / TILE_PIXELS;
    uint i = workgroupIndex() * (GROUP_SIZE / TILE_PIXELS) + here;
    if (t < GROUP_SIZE / TILE_PIXELS) most_bits[t] = 0u;
    sync();
    ivec2 tiles = depthTiles();
    int p = int(t % TILE_PIXELS);
    ivec2 at = ivec2(int(i) % tiles.x, int(i) / tiles.x) * DEPTH_TILE + ivec2(p % DEPTH_TILE, p / DEPTH_TILE);
    if (i < itemCount() && all(lessThan(at, ivec2(viewport.xy)))) {
        float most = 0.0;
        for (int s = 0; s < SAMPLES; s++) most = max(most, sceneDepth(at, s));
        atomicMax(most_bits[here], floatBitsToUint(most));
    }
    sync();
    if (t % TILE_PIXELS == 0u && i < itemCount()) farthest[i] = uintBitsToFloat(most_bits[here]);
}
