// SPDX-License-Identifier: MIT
// What the fragment stages of ribbons compute. RIBBON_IN is included before this file. It provides
// the fragment's vec2 ribbon, float ribbonOpacity() and vec3 ribbonLight().

#part depth
// The view depth of a fragment, in metres, the same as viewDepth of its place.
float ribbonDepth() { return 1.0 / gl_FragCoord.w; }

#part pixel
// The index of the fragment's pixel, row by row.
#include "hair/frame.glsl"

uint pixelIndex() { return uint(gl_FragCoord.y) * uint(viewport.x) + uint(gl_FragCoord.x); }

#part cover color
#include "hair/frame.glsl"
#include "hair/pixel_filter.glsl"

// The opacity of a fragment; 0 outside of the ribbon. With one sample a pixel, coverage is the part
// of the pixel's filter that the hair takes, across the hair. With several samples, these are the
// filter, and coverage is the hair's share of the ribbon. A cut at the pixel's middle as well would
// take a fifth from a thin hair.
float ribbonAlpha()
{
    float half_width = 0.5 * ribbon.y;
    float coverage = filterUpTo(ribbon.x + half_width) - filterUpTo(ribbon.x - half_width);
    if (ribbons.w > 0.0) coverage = ribbon.y;
    return ribbonOpacity() * clamp(coverage, 0.0, 1.0);
}

#part color
// Premultiplied colour and coverage.
vec4 ribbonColor()
{
    float alpha = ribbonAlpha();
    if (alpha <= 0.0) return vec4(0.0);
    return vec4(ribbonLight() * alpha, alpha);
}
