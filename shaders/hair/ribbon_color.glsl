// SPDX-License-Identifier: MIT
// ribbonColor: light and coverage of a ribbon, premultiplied; alpha 0 where there is nothing of it. RIBBON_IN, which stands
// before this, says what is known of the fragment: ribbon, float ribbonOpacity() and vec3 ribbonLight().
#include "hair/ribbon_cover.glsl"

vec4 ribbonColor()
{
    float alpha = ribbonAlpha();
    if (alpha <= 0.0) return vec4(0.0);
    return vec4(ribbonLight() * alpha, alpha);
}
