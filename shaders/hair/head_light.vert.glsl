// SPDX-License-Identifier: MIT
// A vertex of the head in a light's depth map.
#include "hair/light.glsl"
layout(location = 0) in vec3 position;

void main()
{
    vec4 clip = light_clip[light] * vec4(position, 1.0);
    float depth = dot(light_depth[light], vec4(position, 1.0));
    gl_Position = vec4(clip.xy, (2.0 * depth - 1.0) * clip.w, clip.w);
}
