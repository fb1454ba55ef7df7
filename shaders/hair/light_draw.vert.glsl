// SPDX-License-Identifier: MIT
// Draws a segment as a ribbon in a light's map.
#include "hair/light_ribbon_vertex.glsl"

void main()
{
    uint segment = segments[uint(gl_VertexID) / 6u];
    uint at = cornerAt(gl_VertexID);
    bool far_end = (at & 1u) != 0u;
    uint q = (segment & SEGMENT_POINT) + (far_end ? 1u : 0u);
    vec4 point = points[q];
    lightRibbon(point.xyz, lightWidthOf(point, metreAt(point.xyz)), tangentAt(segment, far_end), at < 2u ? -1.0 : 1.0, opacityAt(q));
}
