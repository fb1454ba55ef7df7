// SPDX-License-Identifier: MIT
// Bins between BINS + 1 ascending edges: binary search for the number of edges that are not above the item.
// sortable() comes from the slot KEY. NaN lies beyond both infinities there, so it is in no bin.
#include <KEY>
layout(std430, binding = BIND_EDGES) readonly buffer Edges { uint edges[]; };
uniform uint edges_at;

uint binOf(uint item)
{
    uint key = sortable(item);
    uint below = 0u;
    for (uint jump = FIRST_JUMP; jump > 0u; jump /= 2u) {
        uint next = below + jump;
        if (next <= BINS + 1u && sortable(edges[edges_at + next - 1u]) <= key) below = next;
    }
    return below == 0u ? BINS : below - 1u; // past the last edge that is BINS, too
}
