// SPDX-License-Identifier: MIT
// One triangle over the whole screen, no vertex buffers.
layout(location = 0) out vec2 at;  // -1 to 1

void main()
{
    at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(at, 0.0, 1.0);
}
