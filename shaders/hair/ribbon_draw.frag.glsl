// SPDX-License-Identifier: MIT
// A ribbon as it is blended: premultiplied colour.
#include "hair/ribbon_in.glsl"
#include "hair/ribbon_shade.glsl"
layout(location = 0) out vec4 color;

void main()
{
    color = ribbonColor();
    if (color.a <= 0.0) discard;
}
