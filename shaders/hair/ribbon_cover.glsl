// SPDX-License-Identifier: MIT
// ribbonAlpha, of what RIBBON_IN says of a fragment, which stands before this: how much of what is behind it hides. Coverage is exact for a
// straight hair under a box filter of one pixel: the length that the hair and the pixel share across it, so a hair of a
// tenth of a pixel is a tenth opaque. With several samples a pixel they are the filter, and coverage is what the hair is of
// the ribbon: cut off at a pixel's middle as well, a thin hair would lose a fifth of itself.
#include "hair/frame.glsl"

float ribbonAlpha()
{
    float half_width = 0.5 * ribbon.y;
    float coverage = min(ribbon.x + 0.5, half_width) - max(ribbon.x - 0.5, -half_width);
    if (ribbons.w > 0.0) coverage = ribbon.y;
    return ribbonOpacity() * clamp(coverage, 0.0, 1.0);
}
