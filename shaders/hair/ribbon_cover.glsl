// SPDX-License-Identifier: MIT
// ribbonAlpha: the opacity of a fragment. RIBBON_IN is included before this file. With one sample a
// pixel, coverage is exact for a straight hair under a box filter of one pixel: the overlap of hair
// and pixel, across the hair. A hair of a tenth of a pixel covers a tenth. With several samples,
// these are the filter, and coverage is the hair's share of the ribbon. A cut at the pixel's middle
// as well would take a fifth from a thin hair.
#include "hair/frame.glsl"

float ribbonAlpha()
{
    float half_width = 0.5 * ribbon.y;
    float coverage = min(ribbon.x + 0.5, half_width) - max(ribbon.x - 0.5, -half_width);
    if (ribbons.w > 0.0) coverage = ribbon.y;
    return ribbonOpacity() * clamp(coverage, 0.0, 1.0);
}
