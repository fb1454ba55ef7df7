// SPDX-License-Identifier: MIT
// RIBBON_IN for a kernel, with light computed for each fragment: see hair/ribbon_in_fragment.glsl.
// The kernel declares the buffer points.
#include "hair/hair_light.glsl"
#include "hair/hair_tint.glsl"
#include "hair/lit.glsl"
layout(std430, binding = BIND_SHADES) readonly buffer Shades { uint colors[]; };
vec2 ribbon;
vec4 tint;
vec3 tangent;
vec3 place;
vec4 reached;
float openness;

float ribbonOpacity() { return tint.a; }

vec3 ribbonLight() { return hairLight(place, tangent, tint.rgb, reached, openness); }

// Interpolates the inputs at the fraction far of a segment.
void loadFragment(uint segment, float far)
{
    uint q = segment & SEGMENT_POINT;
    tint = mix(vec4(tintOf(colors[q]), opacityOf(colors[q])), vec4(tintOf(colors[q + 1u]), opacityOf(colors[q + 1u])), far);
    tangent = mix(tangentAt(segment, false), tangentAt(segment, true), far);
    place = mix(points[q].xyz, points[q + 1u].xyz, far);
    reached = mix(litAt(q), litAt(q + 1u), far);
    openness = mix(openAt(q), openAt(q + 1u), far);
}
