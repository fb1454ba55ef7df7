// SPDX-License-Identifier: MIT
// headColor: a matt bust under the lights of the hair. Diffuse light wraps around it, red farther
// than blue as under skin. A soft sheen and light from all around are added.
#include "hair/lamps.glsl"
#include "hair/head_shadow.glsl"

// Albedos, linear: of bare skin, and of the scalp between the hairs, where their dark roots show.
const vec3 SKIN_ALBEDO = vec3(0.365, 0.295, 0.248);
const vec3 SCALP_ALBEDO = vec3(0.045, 0.026, 0.016);

// The share of light from all around in a hollow that is open to a part of it, with the light that
// its walls send each other. Jimenez and others, "Practical Realtime Strategies for Accurate
// Indirect Occlusion", 2016.
vec3 openShare(float open, vec3 albedo)
{
    vec3 a = 2.0404 * albedo - 0.3324, b = -4.7951 * albedo + 0.6417, c = 2.7552 * albedo + 0.6903;
    return max(vec3(open), ((open * a + b) * open + c) * open);
}

// normal need not be a unit vector. scalp: 0 for bare skin, 1 under hair. head_openness: the share
// of the light from all around that the head itself lets through (Head.Open). reached,
// hair_openness: the shares that the hair lets through (part lit of hair/packed.glsl).
vec3 headColor(vec3 place, vec3 normal, float scalp, float head_openness, vec4 reached, float hair_openness)
{
    vec3 n = normalize(normal + NUDGE);
    vec3 v = normalize(eye.xyz - place);
    vec3 base = mix(SKIN_ALBEDO, SCALP_ALBEDO, 0.92 * scalp);
    // By rounding, the dot product of unit vectors can exceed 1, and pow of a negative is a NaN.
    float edge = pow(1.0 - clamp(dot(n, v), 0.0, 1.0), 3.0);
    float open = head_openness * (lights.y > 0.0 ? mix(0.25, 1.0, clamp(hair_openness, 0.0, 1.0)) : 0.6);
    vec3 around = openShare(open, base);
    vec3 light = base * skyLight(n) * around;
    for (int i = 0; i < int(lights.x); i++) {
        vec3 toward = toLamp(i, place);
        vec3 l = normalize(toward);
        vec3 lamp = lampLight(i, toward);
        float facing_light = dot(n, l);
        // Nothing is black: the room returns a little of each lamp.
        light += lamp * base * around * (0.012 + 0.012 * max(-facing_light, 0.0));
        float passed = lights.y > 0.0 ? headLightOnSkin(uint(i), place, n) : 1.0;
        // At the edge of a shadow red light has come through the surface from beside it.
        vec3 shadow = mix(vec3(passed), vec3(passed * (2.0 - passed)), vec3(0.60, 0.20, 0.08));
        vec3 lit = lamp * clamp(reached[i], 0.0, 1.0) * shadow;
        vec3 wrap = clamp((vec3(facing_light) + vec3(0.50, 0.30, 0.24)) / vec3(1.50, 1.30, 1.24), 0.0, 1.0);
        light += lit * base * mix(1.0, head_openness, 0.35) * (0.7 * wrap * wrap + 0.35 * edge * max(0.2 + facing_light, 0.0));
        vec3 h = normalize(l + v + NUDGE);
        light += lit * 0.05 * (1.0 - scalp) * pow(max(dot(n, h), 0.0), 24.0) * smoothstep(0.0, 0.3, facing_light);
    }
    return light;
}
