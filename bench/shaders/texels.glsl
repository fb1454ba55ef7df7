// SPDX-License-Identifier: MIT
// The input of a pyramid: texelOf makes a texel's value from items.

#part plain
// A texel of the pyramid is an item. ITEM is VALUE here.
VALUE texelOf(uint i)
{
    VALUE v = VALUE_IDENTITY;
    if (i < item_count) v = src[src_at + i];
    return v;
}

#part packed
// A texel of the pyramid is four items in a row, one in each channel.
VALUE texelOf(uint i)
{
    VALUE v = VALUE_IDENTITY;
    for (uint c = 0u; c < 4u; c++) {
        if (4u * i + c < item_count) v[c] = src[src_at + 4u * i + c];
    }
    return v;
}
