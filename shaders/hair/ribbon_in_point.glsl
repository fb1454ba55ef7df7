// SPDX-License-Identifier: MIT
// RIBBON_IN (see hair/ribbon_color.glsl) with light computed at the points. Its inputs come from
// hair/ribbon_out_point.glsl.
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in vec4 shade;

float ribbonOpacity() { return shade.a; }

vec3 ribbonLight() { return shade.rgb; }
