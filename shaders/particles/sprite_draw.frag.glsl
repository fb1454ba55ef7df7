// SPDX-License-Identifier: MIT
// Shades a sprite, and fades it out near the surface behind it, so that no edge is visible.
#include "particles/view.glsl"
#include "particles/soft.glsl"
layout(location = 0) in vec2 draw_corner;
layout(location = 1) flat in vec4 draw_tint;
layout(location = 2) in float draw_depth;
layout(location = 0) out vec4 color;
// A prototype, so that another definition is an error of the caller's line.
float shade(vec2 at);
#include <SHADE>

void main()
{
    float part = shade(draw_corner) * softness(draw_depth);
    if (part <= 0.0) discard;
    color = vec4(draw_tint.rgb * draw_exposure, draw_tint.a) * part;
}
