// SPDX-License-Identifier: MIT
// teamReduce: combine(...) over the invocations of a team, in their order. The first one has the
// result. Contains barriers: call it from uniform control flow.

#part whole
// A team is the whole workgroup.
#include "lib/group.glsl#reduce"

ITEM teamReduce(ITEM v) { return groupReduce(v); }

#part run
// Each run of TEAM_SIZE invocations, a power of two, is a team.
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
