// SPDX-License-Identifier: MIT
// treeReduce: combine(...) over the workgroup; every invocation has it. The lanes of a subgroup first, with no shared
// memory, then one word a subgroup. The order of the items is any.
#include "lib/lanes.glsl"
#include <LANES_REDUCE>

shared VALUE subgroup_items[SUBGROUP_COUNT];

VALUE treeReduce(uint t, VALUE v)
{
    v = lanesReduce(v);
    if (laneIndex() == 0u) subgroup_items[subgroupIndex()] = v;
    sync();
    VALUE sum = subgroup_items[0];
    for (uint g = 1u; g < SUBGROUP_COUNT; g++) sum = combine(sum, subgroup_items[g]);
    return sum;
}
