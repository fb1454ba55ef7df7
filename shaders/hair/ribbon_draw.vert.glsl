// SPDX-License-Identifier: MIT
// One segment as two triangles that face the camera, six vertices, no vertex buffers: see hair/ribbon_corner.glsl.
#include "hair/ribbon_corner.glsl"
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) readonly buffer Segments { uint segments[]; };
layout(std430, binding = 2) readonly buffer Colors { uint colors[]; };
#include "hair/tangent.glsl"
#include "hair/lit.glsl"

layout(location = 0) noperspective out vec2 ribbon;  // pixels from the middle; the hair's width in pixels
layout(location = 1) out vec4 tint;                  // linear colour, opacity
layout(location = 2) out vec3 tangent;
layout(location = 3) out vec3 place;
layout(location = 4) out vec4 reached;               // the part of each light that gets here through the hair
layout(location = 5) out float openness;             // how much of all around does

// Some ways draw the same segments twice, with different fragment stages: both must see the very same fragments.
invariant gl_Position;

void main()
{
    uint segment = segments[uint(gl_VertexID) / 6u];
    uint at = cornerAt(gl_VertexID);
    bool far_end = (at & 1u) != 0u;
    float side = at < 2u ? -1.0 : 1.0;
    uint q = (segment & SEGMENT_POINT) + (far_end ? 1u : 0u);
    vec4 point = points[q];
    tangent = tangentAt(segment, far_end);
    place = point.xyz;

    RibbonEnd end = ribbonEnd(point, tangent);
    gl_Position = edgeOf(end, side);
    ribbon = vec2(side * end.reach, end.pixels);

    vec4 c = unpackUnorm4x8(colors[q]);
    tint = vec4(pow(c.rgb, vec3(2.2)), ribbons.y > 0.0 ? ribbons.y : c.a);
    reached = litAt(q);
    openness = openAt(q);
}
