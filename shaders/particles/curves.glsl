// SPDX-License-Identifier: MIT
// Curves over life, baked into Tables by Go: tables_at.z samples each, from 0 to 1, joined by straight lines.
vec4 curveAt(uint curve, float t)
{
    float last = float(tables_at.z - 1u);
    float x = clamp(t, 0.0, 1.0) * last;
    uint i = min(uint(x), tables_at.z - 2u);
    uint at = curve * tables_at.z + i;
    return mix(tables[at], tables[at + 1u], x - float(i));
}
