// SPDX-License-Identifier: MIT
// A texel of the pyramid is four items in a row, one in each channel.
VALUE texelOf(uint i)
{
    VALUE v = VALUE_IDENTITY;
    for (uint c = 0u; c < 4u; c++) {
        if (4u * i + c < item_count) v[c] = src[src_at + 4u * i + c];
    }
    return v;
}
