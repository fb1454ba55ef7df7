// SPDX-License-Identifier: MIT
// Shades a ribbon: opaque in the middle, transparent at its edges, soft like sprites.
#include "particles/view.glsl"
#include "particles/soft.glsl"
layout(location = 0) in vec2 draw_corner;
layout(location = 1) in vec4 draw_tint;
layout(location = 2) in float draw_depth;
layout(location = 0) out vec4 color;

void main()
{
    float part = (1.0 - draw_corner.x * draw_corner.x) * softness(draw_depth);
    if (part <= 0.0) discard;
    color = vec4(draw_tint.rgb * draw_exposure, draw_tint.a) * part;
}
