// SPDX-License-Identifier: MIT
// A RIBBON_IN for a kernel: see hair/ribbon_in_point.glsl.
#include "hair/shaded.glsl"
layout(std430, binding = BIND_SHADES) readonly buffer Shades { uvec2 shaded[]; };
vec2 ribbon;
vec4 shade;

float ribbonOpacity() { return shade.a; }

vec3 ribbonLight() { return shade.rgb; }

// Of a fragment so far along a segment.
void knowFragment(uint segment, float far)
{
    uint q = segment & SEGMENT_POINT;
    shade = mix(shadeOf(shaded[q]), shadeOf(shaded[q + 1u]), far);
}
