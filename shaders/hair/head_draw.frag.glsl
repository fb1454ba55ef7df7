// SPDX-License-Identifier: MIT
// A matt bust: wrapped diffuse light with a little warmth at the terminator, a soft sheen, the lights of the hair.
#include "hair/frame.glsl"
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 facing;
layout(location = 2) in float hairy;
layout(location = 0) out vec4 color;

void main()
{
    vec3 n = normalize(facing);
    vec3 v = normalize(eye.xyz - place);
    // Where hair grows, what shows between the hairs is their dark roots.
    vec3 base = mix(vec3(0.42, 0.33, 0.285), vec3(0.045, 0.026, 0.016), 0.92 * hairy);
    float key = dot(n, key_light.xyz);
    vec3 wrap = clamp((vec3(key) + vec3(0.45, 0.30, 0.25)) / vec3(1.45, 1.30, 1.25), 0.0, 1.0);
    vec3 light = base * (0.13 + 0.06 * n.y) + base * wrap * wrap * key_light.w * 0.75;
    vec3 h = normalize(key_light.xyz + v);
    light += 0.05 * (1.0 - hairy) * key_light.w * pow(max(dot(n, h), 0.0), 24.0) * smoothstep(0.0, 0.3, key);
    float edge = pow(1.0 - max(dot(n, v), 0.0), 3.0);
    light += base * rim_light.w * (0.5 * max(dot(n, rim_light.xyz), 0.0) + 0.35 * edge * max(0.2 + dot(n, rim_light.xyz), 0.0));
    color = vec4(light, 1.0);
}
