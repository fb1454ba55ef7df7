// SPDX-License-Identifier: MIT
// What hair/ribbon_in.glsl gives a fragment, where a kernel finds it out.
vec2 ribbon;
vec4 tint;
vec3 tangent;
vec3 place;
vec4 reached;
float openness;
