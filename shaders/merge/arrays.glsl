// SPDX-License-Identifier: MIT
// The two sorted arrays of an operation. itemOf(of_a, i) is item i of A or B.
#include <SOURCE>
layout(std430, binding = BIND_A) readonly buffer A { SOURCE_STORED a_items[]; };
layout(std430, binding = BIND_B) readonly buffer B { SOURCE_STORED b_items[]; };
uniform uint a_at;
uniform uint b_at;

KEY itemOf(bool of_a, uint i)
{
    if (ITEM_BYTES > 16 || MAPPED != 0) {
        if (of_a) return LOAD_SOURCE(a_items, a_at, i);
        return LOAD_SOURCE(b_items, b_at, i);
    }
    // Without a branch, which would split the loads: item 0 of the other array is read too. An
    // empty array is bound as 16 bytes.
    KEY a = LOAD_SOURCE(a_items, a_at, of_a ? i : 0u);
    KEY b = LOAD_SOURCE(b_items, b_at, of_a ? 0u : i);
    if (of_a) return a;
    return b;
}
