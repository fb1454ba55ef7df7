// SPDX-License-Identifier: MIT
// Readies Pairs and Counts for a step: what no particle comes to has the largest key, so that it
// ends up last. Grid: one invocation a pair. Writes: Pairs, Counts of the other side. CPU twin:
// none, see particles_append.
#include "lib/grid.glsl"
#include "bench/particles_counts.glsl"

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i == 0u) alive[1u - side] = 0u;
    if (i < room) pairs[i] = uvec2(0xFFFFFFFFu);
}
