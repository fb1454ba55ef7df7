// SPDX-License-Identifier: MIT
// One pass of a bitonic sort (Batcher 1968) over global memory. It orders pairs that are reach
// apart; the direction alternates with every run.
// Grid: one invocation for two pairs. Reads and writes: Pairs.
// CPU twin: motesInOrder, in jobs_particles.go.
#include "lib/grid.glsl"
layout(std430, binding = BIND_PAIRS) buffer Pairs { uvec2 pairs[]; };
uniform uint run;
uniform uint reach;

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint t = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    uint i = t / reach * 2u * reach + t % reach;
    uvec2 a = pairs[i];
    uvec2 b = pairs[i + reach];
    if ((a.x > b.x) != ((i & run) == 0u)) return;
    pairs[i] = b;
    pairs[i + reach] = a;
}
