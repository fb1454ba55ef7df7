// SPDX-License-Identifier: MIT
// The reduction inside a workgroup: the rungs of the ladder.

#part interleaved
// treeReduce: combine(...) over the workgroup; invocation 0 has the result. Neighbours are combined
// first. One invocation in 2, in 4, in 8 works, so every subgroup stays busy to the end for ever
// fewer lanes.
#include "lib/sync.glsl"

shared VALUE tree[GROUP_SIZE];

VALUE treeReduce(uint t, VALUE v)
{
    tree[t] = v;
    sync();
    for (uint d = 1u; d < GROUP_SIZE; d *= 2u) {
        if (t % (2u * d) == 0u) tree[t] = combine(tree[t], tree[t + d]);
        sync();
    }
    return tree[0];
}

#part conflicts
// treeReduce: as interleaved, but the first invocations do the work, so that whole subgroups finish
// early. Their words are 2, 4, 8 apart, so ever more of them lie in one bank of shared memory,
// which serves one word at a time.
#include "lib/sync.glsl"

shared VALUE tree[GROUP_SIZE];

VALUE treeReduce(uint t, VALUE v)
{
    tree[t] = v;
    sync();
    for (uint d = 1u; d < GROUP_SIZE; d *= 2u) {
        uint i = 2u * d * t;
        if (i < GROUP_SIZE) tree[i] = combine(tree[i], tree[i + d]);
        sync();
    }
    return tree[0];
}

#part padded
// treeReduce: as conflicts, with a word left out after every 32, so that distant words lie in other
// banks.
#include "lib/sync.glsl"

shared VALUE tree[GROUP_SIZE + GROUP_SIZE / 32u];

uint place(uint i) { return i + i / 32u; }

VALUE treeReduce(uint t, VALUE v)
{
    tree[place(t)] = v;
    sync();
    for (uint d = 1u; d < GROUP_SIZE; d *= 2u) {
        uint i = 2u * d * t;
        if (i < GROUP_SIZE) tree[place(i)] = combine(tree[place(i)], tree[place(i + d)]);
        sync();
    }
    return tree[0];
}

#part sequential
// treeReduce: combine(...) over the workgroup; invocation 0 has the result. The first half adds the
// values of the second half. The invocations that work are adjacent, and so are their words.
#include "lib/sync.glsl"

shared VALUE tree[GROUP_SIZE];

VALUE treeReduce(uint t, VALUE v)
{
    tree[t] = v;
    sync();
    for (uint d = GROUP_SIZE / 2u; d > 0u; d /= 2u) {
        if (t < d) tree[t] = combine(tree[t], tree[t + d]);
        sync();
    }
    return tree[0];
}

#part unrolled
// treeReduce: as sequential, without the loop. The literature drops the barriers of the last steps,
// in which one subgroup works alone. That requires lanes in lockstep, which no driver promises, and
// a compiler that does not keep shared words in registers. The barriers stay.
#include "lib/sync.glsl"

shared VALUE tree[GROUP_SIZE];

void halve(uint t, uint d)
{
    if (t < d) tree[t] = combine(tree[t], tree[t + d]);
    sync();
}

VALUE treeReduce(uint t, VALUE v)
{
    tree[t] = v;
    sync();
    // The conditions are constants, so the compiler removes the steps that are not needed.
    if (GROUP_SIZE > 128u) halve(t, 128u);
    if (GROUP_SIZE > 64u) halve(t, 64u);
    if (GROUP_SIZE > 32u) halve(t, 32u);
    if (GROUP_SIZE > 16u) halve(t, 16u);
    if (GROUP_SIZE > 8u) halve(t, 8u);
    if (GROUP_SIZE > 4u) halve(t, 4u);
    if (GROUP_SIZE > 2u) halve(t, 2u);
    if (GROUP_SIZE > 1u) halve(t, 1u);
    return tree[0];
}

#part subgroup
// treeReduce: combine(...) over the workgroup; every invocation has the result. First the lanes of
// a subgroup without shared memory, then one word a subgroup. The order of the items is arbitrary.
#include "lib/lanes.glsl#base"
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
