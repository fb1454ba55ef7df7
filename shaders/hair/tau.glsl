// SPDX-License-Identifier: MIT
// What a ribbon takes from the light at a texel: its opacity times the part of the texel that it covers across, as for
// the camera, as the logarithm of what is left, whose sums are the products of what hairs let through. In whole steps:
// sums of integers are the same in any order. ribbon: texels from the middle; the hair's width in texels.
uint tauOf(vec2 ribbon, float opacity)
{
    float half_width = 0.5 * ribbon.y;
    float coverage = min(ribbon.x + 0.5, half_width) - max(ribbon.x - 0.5, -half_width);
    float alpha = min(opacity * clamp(coverage, 0.0, 1.0), TAU_MOST);
    return uint(-log(1.0 - alpha) * TAU_STEPS + 0.5);
}
