// SPDX-License-Identifier: MIT
// Asks the driver how it lays subgroups over a workgroup: the subgroup's size, and how many invocations do not sit
// where threadIndex() supposes. Run once at Attach. Grid: one workgroup. Writes: Probe. CPU twin: none, it asks.
layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PROBE) buffer Probe { uint subgroup_size; uint misplaced; };

#include <SIZE>

shared uint seen[GROUP_SIZE];

void main()
{
    uint size = laneCount();
    uint at = laneGroup() * size + lane();
    if (gl_LocalInvocationIndex == 0u) subgroup_size = size;
    seen[gl_LocalInvocationIndex] = 0u;
    memoryBarrierShared();
    barrier();
    if (at < GROUP_SIZE) atomicAdd(seen[at], 1u);
    memoryBarrierShared();
    barrier();
    // Every place must be taken exactly once, and a ballot must name this lane by the same number.
    if (seen[gl_LocalInvocationIndex] != 1u || !ballotNamesMe()) atomicAdd(misplaced, 1u);
}
