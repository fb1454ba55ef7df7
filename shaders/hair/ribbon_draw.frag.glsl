// SPDX-License-Identifier: MIT
// A ribbon's fragment for blending: premultiplied colour.
#include <RIBBON_IN>
#include "hair/ribbon_color.glsl"
layout(location = 0) out vec4 color;

void main()
{
    color = ribbonColor();
    if (color.a <= 0.0) discard;
}
