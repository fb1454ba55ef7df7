// SPDX-License-Identifier: MIT
// headColor: a matt bust. Wrapped diffuse light with a little warmth at the terminator and a soft
// sheen, under the lights of the hair.
#include "hair/lamps.glsl"
#include "hair/head_shadow.glsl"

vec3 headColor(vec3 place, vec3 facing, float hairy, vec4 reached, float openness)
{
    vec3 n = normalize(facing);
    vec3 v = normalize(eye.xyz - place);
    // Between the hairs on the scalp, their dark roots show.
    vec3 base = mix(vec3(0.34, 0.25, 0.205), vec3(0.045, 0.026, 0.016), 0.92 * hairy);
    float edge = pow(1.0 - max(dot(n, v), 0.0), 3.0);
    vec3 light = base * skyLight(n) * (lights.y > 0.0 ? mix(0.35, 1.0, clamp(openness, 0.0, 1.0)) : 0.6);
    for (int i = 0; i < int(lights.x); i++) {
        vec3 toward = toLamp(i, place);
        vec3 l = normalize(toward);
        vec3 lit = lampLight(i, toward) * clamp(reached[i], 0.0, 1.0);
        if (lights.y > 0.0) lit *= headLightOnSkin(uint(i), place, n);
        float facing_light = dot(n, l);
        vec3 wrap = clamp((vec3(facing_light) + vec3(0.45, 0.30, 0.25)) / vec3(1.45, 1.30, 1.25), 0.0, 1.0);
        light += lit * base * (0.7 * wrap * wrap + 0.35 * edge * max(0.2 + facing_light, 0.0));
        vec3 h = normalize(l + v);
        light += lit * 0.05 * (1.0 - hairy) * pow(max(dot(n, h), 0.0), 24.0) * smoothstep(0.0, 0.3, facing_light);
    }
    return light;
}
