// SPDX-License-Identifier: MIT
// Curves over life, which Go bakes into Tables: tables_at.z samples each, from 0 to 1, with linear
// interpolation.
vec4 curveAt(uint curve, float t)
{
    float last = float(tables_at.z - 1u);
    float x = clamp(t, 0.0, 1.0) * last;
    uint i = min(uint(x), tables_at.z - 2u);
    uint at = curve * tables_at.z + i;
    return mix(tables[at], tables[at + 1u], x - float(i));
}
