// SPDX-License-Identifier: MIT
// A vertex of a ribbon in a light's map.
#include "hair/light_corner.glsl"
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) readonly buffer Segments { uint segments[]; };
layout(std430, binding = 2) readonly buffer Colors { uint colors[]; };
#include "hair/tangent.glsl"

layout(location = 0) noperspective out vec2 ribbon;  // see hair/light_corner.glsl
layout(location = 1) out float depth;
layout(location = 2) out float opacity;

void lightRibbon(vec3 place, float texels, vec3 tangent, float side, float own_opacity)
{
    Corner c = lightCorner(place, texels, tangent, side, own_opacity);
    gl_Position = c.clip;
    ribbon = c.ribbon;
    depth = c.depth;
    opacity = c.opacity;
}

float opacityAt(uint point) { return unpackUnorm4x8(colors[point]).a; }
