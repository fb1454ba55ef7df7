// SPDX-License-Identifier: MIT
// The items of a sort that moves them at the end (ITEM): itemKey(i) is the key that item i is
// sorted by.

#part record
// ITEM: records of the caller, and the caller's own key(). KEY_BITS makes words of its result.
// Reflection checks the record's std430 array stride.
#include <ITEM_KEY>
layout(std430, binding = BIND_SRC) readonly buffer Src { RECORD src[]; };
uniform uint src_at;

KEY itemKey(uint i)
{
    RESULT result = key(src[src_at + i]);
    return KEY_BITS(result);
}

#part half
// ITEM: keys of four words, the lowest first. The key is the two words from word half_at on: of
// item i, or if by_order is 1 of the item that Order has in place i.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
uniform uint src_at;
uniform uint order_at;
uniform uint half_at;
uniform uint by_order;

KEY itemKey(uint i)
{
    uint item = i;
    if (by_order != 0u) item = order[order_at + i];
    uint w = src_at + 4u * item + half_at;
    return uvec2(src[w], src[w + 1u]);
}
