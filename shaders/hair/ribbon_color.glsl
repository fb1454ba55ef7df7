// SPDX-License-Identifier: MIT
// ribbonColor: premultiplied colour and coverage of a ribbon's fragment; alpha is 0 outside of the
// ribbon. RIBBON_IN is included before this file. It provides the fragment's vec2 ribbon,
// float ribbonOpacity() and vec3 ribbonLight().
#include "hair/ribbon_cover.glsl"

vec4 ribbonColor()
{
    float alpha = ribbonAlpha();
    if (alpha <= 0.0) return vec4(0.0);
    return vec4(ribbonLight() * alpha, alpha);
}
