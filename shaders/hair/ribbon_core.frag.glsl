// SPDX-License-Identifier: MIT
// The opaque core of the hair: fragments of almost full opacity, drawn as opaque.
#include <RIBBON_IN>
#include "hair/ribbon_color.glsl"
layout(location = 0) out vec4 color;

void main()
{
    vec4 c = ribbonColor();
    if (c.a <= CORE_ALPHA) discard;
    color = vec4(c.rgb / c.a, 1.0);
}
