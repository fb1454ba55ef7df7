// SPDX-License-Identifier: MIT
// treeReduce: combine(...) over the workgroup; invocation 0 has it. The first half takes the second half's: those that
// work are next to each other, and so are their words.
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
