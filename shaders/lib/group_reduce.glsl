// SPDX-License-Identifier: MIT
// groupReduce: combine(...) over the workgroup, given to every invocation. The operator is associative and commutative;
// ITEM and combine come from the slot OPERATOR. Contains barriers: call it from uniform control flow.
#include "lib/lanes.glsl"

#if LANES == LANES_KHR
shared ITEM group_items[SUBGROUP_COUNT];

ITEM groupReduce(ITEM v)
{
    for (uint d = LANE_COUNT / 2u; d > 0u; d /= 2u) v = combine(v, subgroupShuffleXor(v, d));
    if (laneIndex() == 0u) group_items[subgroupIndex()] = v;
    sync();
    v = group_items[0];
    for (uint g = 1u; g < SUBGROUP_COUNT; g++) v = combine(v, group_items[g]);
    sync();
    return v;
}
#else
#define REDUCE_RUN 16u
shared ITEM group_items[GROUP_SIZE];

ITEM groupReduce(ITEM v)
{
    uint t = threadIndex();
    group_items[t] = v;
    sync();
    if (t % REDUCE_RUN == 0u) {
        for (uint i = 1u; i < REDUCE_RUN; i++) v = combine(v, group_items[t + i]);
        group_items[t] = v;
    }
    sync();
    v = group_items[0];
    for (uint g = REDUCE_RUN; g < GROUP_SIZE; g += REDUCE_RUN) v = combine(v, group_items[g]);
    sync();
    return v;
}
#endif
