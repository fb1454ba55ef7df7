// SPDX-License-Identifier: MIT
// RIBBON_IN (see hair/ribbon_color.glsl) with light computed for each fragment. Its inputs come
// from hair/ribbon_out_fragment.glsl.
#include "hair/hair_light.glsl"
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in vec4 tint;
layout(location = 2) in vec3 tangent;
layout(location = 3) in vec3 place;
layout(location = 4) in vec4 reached;
layout(location = 5) in float openness;

float ribbonOpacity() { return tint.a; }

vec3 ribbonLight() { return hairLight(place, tangent, tint.rgb, reached, openness); }
