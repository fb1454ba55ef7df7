// SPDX-License-Identifier: MIT
// treeReduce: as tree_conflicts, with a place left out after every 32, so that those far apart lie in other banks.
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
