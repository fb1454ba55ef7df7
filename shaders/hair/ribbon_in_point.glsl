// SPDX-License-Identifier: MIT
// A RIBBON_IN, see hair/ribbon_color.glsl: the light was found at the points. From hair/ribbon_out_point.glsl.
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in vec4 shade;

float ribbonOpacity() { return shade.a; }

vec3 ribbonLight() { return shade.rgb; }
