// SPDX-License-Identifier: MIT
// Resets Pairs and Counts for a step. A pair without a particle has the largest key, so that it
// sorts to the end.
// Grid: one invocation a pair. Writes: Pairs, Counts of the other side. CPU twin: none, see
// particles_append.
#include "lib/grid.glsl"
#include "bench/particles_counts.glsl"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i == 0u) alive[1u - side] = 0u;
    if (i < room) pairs[i] = uvec2(0xFFFFFFFFu);
}
