// SPDX-License-Identifier: MIT
// The number of tiles of the image that each segment's ribbon may touch, from the nearest segment
// to the farthest.
// Grid: one invocation a segment of the model. Reads: Drawn (far to near), Points, Count.
// Writes: TouchCounts. CPU twin: none; tiled_test.go compares images.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/screen_tiles.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_DRAWN) readonly buffer Drawn { uint drawn[]; };
layout(std430, binding = BIND_TOUCHCOUNTS) writeonly buffer TouchCounts { uint touch_counts[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint n = itemCount();
    if (i >= n) return;
    TileRange t;
    uint many = 0u;
    if (tileRangeOf(drawn[n - 1u - i], t)) {
        for (int y = t.first.y; y <= t.last.y; y++)
            for (int x = t.first.x; x <= t.last.x; x++)
                if (touchesTile(t, ivec2(x, y))) many++;
    }
    touch_counts[i] = many;
}
