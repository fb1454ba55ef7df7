// SPDX-License-Identifier: MIT
// treeReduce: as tree_interleaved, but the first invocations do the work, so that whole subgroups are done early. Their
// words lie 2, 4, 8 apart, and so ever more of them in one bank of shared memory, which serves one word at a time.
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
