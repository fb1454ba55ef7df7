// SPDX-License-Identifier: MIT
// treeReduce: combine(...) over the workgroup; invocation 0 has it. Neighbours meet first: of the invocations that work
// there is one in 2, in 4, in 8, so every subgroup stays busy to the end for ever fewer lanes.
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
