// SPDX-License-Identifier: MIT
// Draws a piece of a segment as a ribbon in a light's map. Piece i is part i % pieces of segment
// i / pieces.
#include "hair/light_ribbon_vertex.glsl"
layout(std430, binding = 4) readonly buffer Order { uint order[]; };
uniform uint pieces;

void main()
{
    uint piece = order[uint(gl_VertexID) / 6u];
    uint segment = segments[piece / pieces];
    uint at = cornerAt(gl_VertexID);
    float part = float(piece % pieces + (at & 1u)) / float(pieces);
    uint q = segment & SEGMENT_POINT;
    vec3 tangent = mix(tangentAt(segment, false), tangentAt(segment, true), part);
    vec3 place = mix(points[q].xyz, points[q + 1u].xyz, part);
    float metre = metreAt(place);
    lightRibbon(place, mix(lightWidthOf(points[q], metre), lightWidthOf(points[q + 1u], metre), part), tangent, at < 2u ? -1.0 : 1.0, mix(opacityAt(q), opacityAt(q + 1u), part));
}
