// SPDX-License-Identifier: MIT
// RIBBON_OUT (see hair/ribbon_draw.vert.glsl) with the inputs for light at each fragment.
#include "hair/hair_tint.glsl"
layout(std430, binding = 2) readonly buffer Colors { uint colors[]; };
#include "hair/lit.glsl"
layout(location = 1) out vec4 tint;      // linear colour, opacity
layout(location = 2) out vec3 tangent;
layout(location = 3) out vec3 place;
layout(location = 4) out vec4 reached;   // the share of each light that passes the hair
layout(location = 5) out float openness; // the share of the environment that does

void ribbonOut(uint q, vec3 place_there, vec3 tangent_there)
{
    tint = vec4(tintOf(colors[q]), opacityOf(colors[q]));
    tangent = tangent_there;
    place = place_there;
    reached = litAt(q);
    openness = openAt(q);
}
