// SPDX-License-Identifier: MIT
// Keys are double, by their bits (IEEE 754 totalOrder), as in key_float.glsl.
uvec2 sortable(uvec2 key)
{
    return (key.y >> 31) != 0u ? ~key : uvec2(key.x, key.y ^ 0x80000000u);
}
