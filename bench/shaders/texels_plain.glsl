// SPDX-License-Identifier: MIT
// A texel of the pyramid is an item. ITEM is VALUE here.
VALUE texelOf(uint i)
{
    VALUE v = VALUE_IDENTITY;
    if (i < item_count) v = src[src_at + i];
    return v;
}
