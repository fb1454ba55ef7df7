// SPDX-License-Identifier: MIT
// ribbonColor: light and coverage of a ribbon, premultiplied; alpha 0 where there is nothing of it.
// Light: Kajiya and Kay, "Rendering Fur with Three Dimensional Textures", SIGGRAPH 1989, with two shifted highlights
// after Scheuermann, "Hair Rendering and Shading", GDC 2004, and light that comes through from behind.
#include "hair/ribbon_cover.glsl"
#include "hair/lamps.glsl"

// sine of the angle between the hair and a direction
float across(vec3 t, vec3 d) { float c = dot(t, d); return sqrt(max(0.0, 1.0 - c * c)); }

float highlight(vec3 t, vec3 l, vec3 v, float sharpness)
{
    vec3 h = l + v;
    float c = dot(t, h * inversesqrt(max(dot(h, h), 1e-8)));
    return smoothstep(-1.0, 0.0, c) * pow(sqrt(max(0.0, 1.0 - c * c)), sharpness);
}

vec4 ribbonColor()
{
    float alpha = ribbonAlpha();
    if (alpha <= 0.0) return vec4(0.0);

    vec3 t = normalize(tangent);
    vec3 v = normalize(eye.xyz - place);
    vec3 box = (place - centre.xyz) / extent.xyz;
    vec3 bulk = normalize(box / extent.xyz + vec3(0.0, 1e-6, 0.0));
    vec3 shifted = normalize(t - 0.10 * bulk);
    vec3 shifted_back = normalize(t + 0.14 * bulk);
    // Without shadows the model's own bulk stands in for them: what lies deep inside the box gets less, and what faces away.
    float inside = mix(0.35, 1.0, smoothstep(0.2, 1.0, length(box)));
    float open = lights.y > 0.0 ? mix(0.35, 1.0, clamp(openness, 0.0, 1.0)) : 0.5 * inside;

    vec3 light = tint.rgb * skyLight(bulk) * open;
    for (int i = 0; i < int(lights.x); i++) {
        vec3 toward = lampToward(i, place);
        vec3 l = normalize(toward);
        // Samples may lie a little outside of the ribbon.
        float part = clamp(reached[i], 0.0, 1.0);
        vec3 lit = lampLight(i, toward) * part;
        // Light hair hands on some of what it stops, in its own colour: after dual scattering, Zinke and others 2008.
        vec3 soft = lampLight(i, toward) * pow(vec3(part), 1.0 - 0.55 * tint.rgb);
        float bulky = lights.y > 0.0 ? 1.0 : inside * smoothstep(-0.55, 0.75, dot(bulk, l));
        lit *= bulky;
        float behind = smoothstep(-0.1, 0.7, -dot(l, v));
        light += soft * bulky * tint.rgb * 0.62 * across(t, l);
        light += lit * (0.07 * highlight(shifted, l, v, 110.0) + 0.85 * tint.rgb * highlight(shifted_back, l, v, 20.0));
        light += lit * behind * (0.05 + 0.5 * tint.rgb) * highlight(t, l, v, 30.0);
    }
    return vec4(light * alpha, alpha);
}
