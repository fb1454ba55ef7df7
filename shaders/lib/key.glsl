// SPDX-License-Identifier: MIT
// The order of keys: sortable(key) is an unsigned number that sorts as the key does.

#part uint
// Keys are uint: their own order.
uint sortable(uint key) { return key; }

#part int
// Keys are int: the sign bit turned over puts the negative ones first.
uint sortable(uint key) { return key ^ 0x80000000u; }

#part float
// Keys are float, by their bits (IEEE 754 totalOrder): -NaN, -Inf, ..., -0, +0, ..., +Inf, +NaN.
// Negative ones are turned over whole, so that the larger magnitude comes first.
uint sortable(uint key) { return key ^ ((key >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u); }

#part number
// Floats as uint in the order of numbers: -0 is 0, unlike in lib/key.glsl#float, and NaN lies below
// -Inf or above +Inf, by its sign.
uint sortable(uint item)
{
    uint key = item == 0x80000000u ? 0u : item;
    return key ^ ((key >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u);
}

#part uint64
// Keys are 64-bit and unsigned: their own order.
uvec2 sortable(uvec2 key) { return key; }

#part int64
// Keys are 64-bit and signed: the sign bit turned over puts the negative ones first.
uvec2 sortable(uvec2 key) { return uvec2(key.x, key.y ^ 0x80000000u); }

#part float64
// Keys are double, by their bits (IEEE 754 totalOrder), as in the part float.
uvec2 sortable(uvec2 key)
{
    return (key.y >> 31) != 0u ? ~key : uvec2(key.x, key.y ^ 0x80000000u);
}

#part uint_back
// The inverse of sortable, of each part above.
uint unsortable(uint number) { return number; }

#part int_back
uint unsortable(uint number) { return number ^ 0x80000000u; }

#part float_back
uint unsortable(uint number) { return number ^ ((number >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu); }

#part uint64_back
uvec2 unsortable(uvec2 number) { return number; }

#part int64_back
uvec2 unsortable(uvec2 number) { return uvec2(number.x, number.y ^ 0x80000000u); }

#part float64_back
uvec2 unsortable(uvec2 number)
{
    return (number.y >> 31) != 0u ? uvec2(number.x, number.y ^ 0x80000000u) : ~number;
}
