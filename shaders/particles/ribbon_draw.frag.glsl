// SPDX-License-Identifier: MIT
// Shades a ribbon: opaque in the middle, transparent at its edges, soft like sprites.
#include "particles/view.glsl"
#include "particles/soft.glsl"
layout(location = 0) in vec2 corner;
layout(location = 1) in vec4 tint;
layout(location = 2) in float view_depth;
layout(location = 0) out vec4 color;

void main()
{
    float part = (1.0 - corner.x * corner.x) * softness(view_depth);
    if (part <= 0.0) discard;
    color = vec4(tint.rgb * exposure, tint.a) * part;
}
