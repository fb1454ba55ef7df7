// SPDX-License-Identifier: MIT
// Measures the layout of subgroups in a workgroup: the subgroup size, and how many invocations are
// not at the place that threadIndex() assumes. Then one invocation runs a loop of LOOP_TURNS
// iterations: some software renderers end long loops early. Runs once, at Attach.
// Grid: one workgroup. Writes: Probe. CPU twin: none, it measures the driver.
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
    // Each place must be taken exactly once, and a ballot must use the same lane number.
    if (seen[gl_LocalInvocationIndex] != 1u || !ballotNamesMe()) atomicAdd(misplaced, 1u);

    if (gl_LocalInvocationIndex > 0u) return;
    uint turn = 0u;
    uint value = size;
    // Each iteration depends on the one before, so that a compiler cannot remove the loop.
    while (turn < LOOP_TURNS) {
        value = (value ^ value >> 15u) * 0x2C1B3C6Du + 1u;
        turn++;
    }
    turns_taken = turn;
    last_value = value;
}
