// SPDX-License-Identifier: MIT
// inView reports whether a ball may be visible to the camera: it reaches inside all planes of the
// view.
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
