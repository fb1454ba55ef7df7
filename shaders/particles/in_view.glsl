// SPDX-License-Identifier: MIT
// inView: a ball may show to the camera that was set: it reaches inside of all planes of the view.
#include "particles/frame.glsl"

bool inView(vec3 place, float radius)
{
    mat4 rows = transpose(view_projection);
    for (int i = 0; i < 6; i++) {
        vec4 plane = (i & 1) == 0 ? rows[3] + rows[i / 2] : rows[3] - rows[i / 2];
        if (dot(plane.xyz, place) + plane.w < -radius * length(plane.xyz)) return false;
    }
    return true;
}
