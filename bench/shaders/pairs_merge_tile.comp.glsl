// SPDX-License-Identifier: MIT
// The passes of a bitonic sort that stay within a workgroup's 2 * GROUP_SIZE pairs, in shared
// memory, for the runs from first_run to last_run.
// Grid: one workgroup for 2 * GROUP_SIZE pairs. Reads and writes: Pairs.
// CPU twin: motesInOrder, in jobs_particles.go.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
layout(std430, binding = BIND_PAIRS) buffer Pairs { uvec2 pairs[]; };
uniform uint first_run;
uniform uint last_run;
shared uvec2 tile[2u * GROUP_SIZE];

layout(local_size_x = GROUP_SIZE) in;

void main()
{
    uint t = gl_LocalInvocationIndex;
    uint at = workgroupIndex() * 2u * GROUP_SIZE;
    tile[t] = pairs[at + t];
    tile[t + GROUP_SIZE] = pairs[at + t + GROUP_SIZE];
    for (uint run = first_run; run <= last_run; run *= 2u) {
        for (uint reach = min(run / 2u, GROUP_SIZE); reach > 0u; reach /= 2u) {
            sync();
            uint i = t / reach * 2u * reach + t % reach;
            uvec2 a = tile[i];
            uvec2 b = tile[i + reach];
            if ((a.x > b.x) == (((at + i) & run) == 0u)) {
                tile[i] = b;
                tile[i + reach] = a;
            }
        }
    }
    sync();
    pairs[at + t] = tile[t];
    pairs[at + t + GROUP_SIZE] = tile[t + GROUP_SIZE];
}
