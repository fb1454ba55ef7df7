// SPDX-License-Identifier: MIT
// Where each tile's part of the sorted list begins, by a search, and where the last part ends.
// Grid: one invocation a tile, and one. Reads: Tiles (sorted), Listed. Writes: Begins.
// CPU twin: sort.Search.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_TILES) readonly buffer Tiles { uint tiles[]; };
layout(std430, binding = BIND_LISTED) readonly buffer Listed { uint listed; uint wanted; };
layout(std430, binding = BIND_BEGINS) writeonly buffer Begins { uint begins[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i >= itemCount()) return;
    uint low = 0u;
    uint high = listed;
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (tiles[middle] < i) low = middle + 1u;
        else high = middle;
    }
    begins[i] = low;
}
