// SPDX-License-Identifier: MIT
// Draws a segment as two triangles that face the camera: six vertices, no vertex buffers. See
// hair/ribbon_ends.glsl. RIBBON_OUT defines void ribbonOut(uint point, vec3 place, vec3 tangent),
// which writes the inputs of the fragment stage's RIBBON_IN.
#include "hair/ribbon_ends.glsl#end"
#include "hair/reads.glsl#blocks"
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) readonly buffer Segments { uint segments[]; };
#include "hair/tangent.glsl"
#include <RIBBON_OUT>

layout(location = 0) noperspective out vec2 ribbon;  // pixels from the middle line; width in pixels

// Some methods draw the segments twice with different fragment stages. Both draws must produce the
// same fragments.
invariant gl_Position;

void main()
{
    uint segment = segments[uint(gl_VertexID) / 6u];
    uint at = cornerAt(gl_VertexID);
    bool far_end = (at & 1u) != 0u;
    float side = at < 2u ? -1.0 : 1.0;
    uint q = segmentPoint(segment) + (far_end ? 1u : 0u);
    vec4 point = points[q];
    vec3 tangent_there = tangentAt(segment, far_end);

    RibbonEnd end = ribbonEnd(point, tangent_there);
    gl_Position = edgeOf(end, side);
    ribbon = vec2(side * end.reach, end.pixels);
    ribbonOut(q, point.xyz, tangent_there);
}
