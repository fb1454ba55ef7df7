// SPDX-License-Identifier: MIT
// The reduction inside a subgroup.

#part khr
// lanesReduce: the operator over the lanes of a subgroup, by the driver's own function.
VALUE lanesReduce(VALUE v) { return LANES_COMBINE(v); }

#part ballot
// lanesReduce: combine(...) over the lanes of a subgroup. ARB_shader_ballot only copies the item of
// one lane to all lanes, so there is a step for each lane.
VALUE lanesReduce(VALUE v)
{
    VALUE sum = readInvocationARB(v, 0u);
    for (uint lane = 1u; lane < LANE_COUNT; lane++) sum = combine(sum, readInvocationARB(v, lane));
    return sum;
}
