// SPDX-License-Identifier: MIT
// teamReduce: combine(...) over each run of TEAM_SIZE invocations, in their order. TEAM_SIZE is a
// power of two. The first invocation has the result. Contains barriers: call it from uniform
// control flow.
#include "lib/lanes.glsl#base"

shared ITEM team_items[GROUP_SIZE];

ITEM teamReduce(ITEM v)
{
    uint t = threadIndex();
    team_items[t] = v;
    // What an invocation reads in a step was last written in an earlier step, so one barrier a step
    // is enough.
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
