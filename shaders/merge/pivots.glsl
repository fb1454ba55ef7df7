// SPDX-License-Identifier: MIT
// Searches in a sorted array. A workgroup reads evenly spaced items to shared memory (the pivots),
// where all of its queries take the first `levels` steps of their searches.
#include "lib/sync.glsl"
#include <SORTED>
#include <SOURCE>
#include <PUT>
layout(std430, binding = BIND_SORTED) readonly buffer Sorted { SORTED_STORED sorted[]; };
layout(std430, binding = BIND_QUERIES) readonly buffer Queries { SOURCE_STORED queries[]; };
uniform uint sorted_at;
uniform uint queries_at;
uniform uint upper;
uniform uint levels;  // 1 << levels is at most PIVOTS

// A binary tree: the children of node j are 2 j and 2 j + 1, the root is 1. In the order of the
// items instead, most nodes of a level would lie in one bank.
shared KEY pivots[PIVOTS];

// Between two neighbouring pivots lie pivotWidth() - 1 items.
uint pivotWidth(uint items) { return (items >> levels) + 1u; }

// Fills the tree. Pivots past the end are the last item, and are not used.
void loadPivots(uint items)
{
    if (items > 0u && levels > 0u) {
        uint width = pivotWidth(items);
        KEY v[PIVOT_LOADS];
        for (uint k = 0u; k < PIVOT_LOADS; k++) {
            uint j = min(k * GROUP_SIZE + gl_LocalInvocationIndex, (1u << levels) - 1u);
            uint level = uint(max(findMSB(j), 0));
            uint i = (2u * (j - (1u << level)) + 1u) * (width << (levels - min(levels, level + 1u))) - 1u;
            v[k] = LOAD_SORTED(sorted, sorted_at, min(i, items - 1u));
        }
        for (uint k = 0u; k < PIVOT_LOADS; k++) {
            uint j = k * GROUP_SIZE + gl_LocalInvocationIndex;
            if (j < PIVOTS) pivots[j] = v[k];
        }
    }
    sync();
}

// Whether the place of the query is behind an item.
bool isBehind(KEY item, KEY query)
{
    if (upper != 0u) return !before(query, item);
    return before(item, query);
}

// The first `steps` steps: how many neighbouring parts of the array lie before the place.
uint partsBefore(KEY query, uint items, uint steps)
{
    uint width = pivotWidth(items);
    uint base = 0u;
    uint node = 1u;
    for (uint step = 1u; step <= steps; step++) {
        uint part = width << (levels - step);
        bool behind = isBehind(pivots[node], query) && base + part <= items;
        base += behind ? part : 0u;
        node = 2u * node + (behind ? 1u : 0u);
    }
    return node - (1u << steps);
}

// The place of a query.
uint placeOf(KEY query, uint items)
{
    uint width = pivotWidth(items);
    uint base = partsBefore(query, items, levels) * width;
    for (uint left = width - 1u; left > 0u; left /= 2u) {
        uint i = base + (left + 1u) / 2u;
        KEY item = LOAD_SORTED(sorted, sorted_at, min(i, items) - 1u);
        base = isBehind(item, query) && i <= items ? i : base;
    }
    return base;
}
