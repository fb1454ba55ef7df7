// SPDX-License-Identifier: MIT
// tauOf: the optical depth that a ribbon adds to a texel. Its alpha is the hair's opacity times its
// coverage across the texel, as for the camera. The optical depth is -ln(1 - alpha), so that sums
// are products of transmittances. It is in integer steps, because integer sums have the same result
// in any order. ribbon: texels from the middle line; the hair's width in texels.
uint tauOf(vec2 ribbon, float opacity)
{
    float half_width = 0.5 * ribbon.y;
    float coverage = min(ribbon.x + 0.5, half_width) - max(ribbon.x - 0.5, -half_width);
    float alpha = min(opacity * clamp(coverage, 0.0, 1.0), TAU_MOST);
    return uint(-log(1.0 - alpha) * TAU_STEPS + 0.5);
}
