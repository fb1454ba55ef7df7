// SPDX-License-Identifier: MIT
// Draws a point for each item, each on its own texel of a square: one instance with a vertex for
// each item, or one instance for each row.
#include "bench/ladder_items.glsl"
uniform uint side;
layout(location = 0) flat out VALUE item;

void main()
{
    uint i = uint(gl_InstanceID) * side + uint(gl_VertexID);
    vec2 at = (vec2(i % side, i / side) + 0.5) / float(side);
    item = VALUE_IDENTITY;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // clipped: vertices after the last item
    if (i < item_count) {
        item = itemAt(i);
        gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);
    }
}
