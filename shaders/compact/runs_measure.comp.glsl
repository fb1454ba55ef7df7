// SPDX-License-Identifier: MIT
// Computes the lengths of runs from their starts. After the last start comes the end.
// Grid: one workgroup for each TILE_SIZE runs, in one or two dimensions. Reads: Starts, Count.
// Writes: Lengths.
// CPU twin: the loop in runs_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_LENGTHS) writeonly buffer Lengths { uint lengths[]; };
layout(std430, binding = BIND_STARTS) readonly buffer Starts { uint starts[]; };
uniform uint lengths_at;
uniform uint starts_at;

void main()
{
    uint runs = itemCount();
    uint group = workgroupIndex();
    if (group > runs / TILE_SIZE) return;
    uint first = group * TILE_SIZE + gl_LocalInvocationIndex;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint i = first + k * GROUP_SIZE;
        if (i < runs) lengths[lengths_at + i] = starts[starts_at + i + 1u] - starts[starts_at + i];
    }
}
