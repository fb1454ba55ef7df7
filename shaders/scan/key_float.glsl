// SPDX-License-Identifier: MIT
// Floats as uint in the order of numbers: -0 is 0, unlike in radix/key_float.glsl, and NaN lies below -Inf or above +Inf,
// by its sign.
uint sortable(uint item)
{
    uint key = item == 0x80000000u ? 0u : item;
    return key ^ ((key >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u);
}
