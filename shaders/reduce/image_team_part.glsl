// SPDX-License-Identifier: MIT
// teamReduce: combine(...) over each run of TEAM_SIZE invocations, a power of two, in their order;
// the first of them has it. Contains barriers: call it from uniform control flow.
#include "lib/lanes.glsl"

shared ITEM team_items[GROUP_SIZE];

ITEM teamReduce(ITEM v)
{
    uint t = threadIndex();
    team_items[t] = v;
    // What an invocation reads in a turn was last written in an earlier one: one barrier a turn is
    // enough.
    for (uint d = 1u; d < TEAM_SIZE; d *= 2u) {
        sync();
        if (t % (2u * d) == 0u) {
            v = combine(v, team_items[t + d]);
            team_items[t] = v;
        }
    }
    sync();
    return v;
}
