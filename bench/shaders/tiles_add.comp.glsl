// SPDX-License-Identifier: MIT
// Adds to each word the sum before its tile of two words an invocation (GPU Gems 3, chapter 39,
// section 39.2.4).
// Grid: one workgroup a tile, in one or two dimensions. Reads: Totals, scanned; Count. Reads and
// writes: Sums. CPU twin: a loop; classic_test.go checks the whole scan.
#include "lib/grid.glsl"
#include "lib/count.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SUMS) buffer Sums { uint sums[]; };
layout(std430, binding = BIND_TOTALS) readonly buffer Totals { uint totals[]; };

void main()
{
    uint n = itemCount();
    uint tile = workgroupIndex();
    uint low = tile * TILE_SIZE + gl_LocalInvocationIndex;
    uint high = low + GROUP_SIZE;
    if (low < n) sums[low] += totals[tile];
    if (high < n) sums[high] += totals[tile];
}
