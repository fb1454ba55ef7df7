// SPDX-License-Identifier: MIT
// RIBBON_IN for a kernel, with light computed at the points: see hair/ribbon_in_point.glsl.
#include "hair/shaded.glsl"
layout(std430, binding = BIND_SHADES) readonly buffer Shades { uvec2 shaded[]; };
vec2 ribbon;
vec4 shade;

float ribbonOpacity() { return shade.a; }

vec3 ribbonLight() { return shade.rgb; }

// Interpolates the inputs at the fraction far of a segment.
void loadFragment(uint segment, float far)
{
    uint q = segment & SEGMENT_POINT;
    shade = mix(shadeOf(shaded[q]), shadeOf(shaded[q + 1u]), far);
}
