// SPDX-License-Identifier: MIT
// RIBBON_OUT (see hair/ribbon_draw.vert.glsl) with light computed at the points.
#include "hair/shaded.glsl"
layout(std430, binding = 2) readonly buffer Shaded { uvec2 shaded[]; };
layout(location = 1) out vec4 shade;

void ribbonOut(uint q, vec3 place_there, vec3 tangent_there) { shade = shadeOf(shaded[q]); }
