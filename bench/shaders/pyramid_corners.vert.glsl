// SPDX-License-Identifier: MIT
// Draws one triangle over the target, with the coordinates of the four texels that are combined.
// They are computed at the corners and interpolated, two to an interpolant.
uniform float reach;       // the part of the source texture in use
uniform float half_texel;
layout(location = 0) out vec4 low;
layout(location = 1) out vec4 high;

void main()
{
    vec2 at = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
    vec4 middle = (at * reach).xyxy;
    low = middle + half_texel * vec4(-1.0, -1.0, 1.0, -1.0);
    high = middle + half_texel * vec4(-1.0, 1.0, 1.0, 1.0);
}
