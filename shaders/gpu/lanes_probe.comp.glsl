// SPDX-License-Identifier: MIT
// Asks the driver how it lays subgroups over a workgroup: the subgroup's size, and how many invocations do not sit
// where threadIndex() supposes. Then one invocation takes LOOP_TURNS turns of a loop: some software renderers end long loops early.
// Run once at Attach. Grid: one workgroup. Writes: Probe. CPU twin: none, it asks.
layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PROBE) buffer Probe { uint subgroup_size; uint misplaced; uint turns_taken; uint last_value; };

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

    if (gl_LocalInvocationIndex > 0u) return;
    uint turn = 0u;
    uint value = size;
    while (turn < LOOP_TURNS) { // each turn needs the one before, so that no compiler leaves the loop out
        value = (value ^ value >> 15u) * 0x2C1B3C6Du + 1u;
        turn++;
    }
    turns_taken = turn;
    last_value = value;
}
