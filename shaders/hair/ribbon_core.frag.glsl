// SPDX-License-Identifier: MIT
// The opaque core of hair: what lets next to nothing through is drawn as if it let nothing through.
#include <RIBBON_IN>
#include "hair/ribbon_color.glsl"
layout(location = 0) out vec4 color;

void main()
{
    vec4 c = ribbonColor();
    if (c.a <= CORE_ALPHA) discard;
    color = vec4(c.rgb / c.a, 1.0);
}
