// SPDX-License-Identifier: MIT
// Draws a point for each item, all on the only texel of the target.
#include "bench/ladder_items.glsl"
layout(location = 0) flat out VALUE item;

void main()
{
    item = itemAt(uint(gl_VertexID));
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
