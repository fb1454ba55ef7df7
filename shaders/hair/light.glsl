// SPDX-License-Identifier: MIT
// inLight: the position of a place in a light's map.
#include "hair/frame.glsl"
uniform uint light;

// xy: in texels; z: depth among hair and head, 0 to 1
vec3 inLight(vec3 place)
{
    vec4 c = light_clip[light] * vec4(place, 1.0);
    return vec3((c.xy / c.w * 0.5 + 0.5) * lights.z, dot(light_depth[light], vec4(place, 1.0)));
}

// Depth among the hair alone: 0 to 1 for all points of the hair.
float hairDepth(float depth) { return depth * light_scale[light].x + light_scale[light].y; }
