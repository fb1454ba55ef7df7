// SPDX-License-Identifier: MIT
// The reduction inside a subgroup.

#part khr
// lanesReduce: the operator over the lanes of a subgroup, by the driver's own.
VALUE lanesReduce(VALUE v) { return LANES_COMBINE(v); }

#part ballot
// lanesReduce: combine(...) over the lanes of a subgroup. ARB_shader_ballot hands over the item of
// one lane to all, which must ask for the same lane: a step for each.
VALUE lanesReduce(VALUE v)
{
    VALUE sum = readInvocationARB(v, 0u);
    for (uint lane = 1u; lane < LANE_COUNT; lane++) sum = combine(sum, readInvocationARB(v, lane));
    return sum;
}
