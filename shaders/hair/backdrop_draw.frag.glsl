// SPDX-License-Identifier: MIT
// A studio backdrop: a soft pool of light behind the model. Of alpha 0: it is no part of what is shown before it.
#include "hair/frame.glsl"
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
uniform float pool_light;  // 0 for black

void main()
{
    vec2 d = (at - vec2(0.5, 0.55)) * vec2(viewport.x / viewport.y, 1.0);
    float pool = exp(-2.4 * dot(d, d));
    color = vec4(pool_light * mix(vec3(0.030, 0.033, 0.040), vec3(0.175, 0.180, 0.195), pool), 0.0);
}
