// SPDX-License-Identifier: MIT
// treeReduce: as tree_sequential, without the loop. The texts drop the barriers of the last steps, where one subgroup
// works alone: that counted on lanes running in lockstep, which no driver promises, and on a compiler that does not
// keep shared words in registers. The barriers stay.
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
    // The sizes are constants: what is not needed is not there.
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
