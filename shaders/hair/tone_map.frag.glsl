// SPDX-License-Identifier: MIT
// From linear light in RGBA16F to what a screen shows: exposure and the tone curve on each sample, their mean, the sRGB
// curve, and half a step of noise so that slow gradients do not band.
#include "hair/frame.glsl"
#include "hair/tone_curves.glsl"
layout(binding = 0) uniform LIGHT light;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
uniform int tone;

float noise(ivec2 p)
{
    uint h = uint(p.x) * 0x9E3779B9u ^ uint(p.y) * 0x85EBCA6Bu;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    h = (h ^ (h >> 12)) * 0x297A2D39u;
    return float((h ^ (h >> 15)) >> 8) / 16777216.0;
}

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    vec3 sum = vec3(0.0);
    for (int s = 0; s < SAMPLES; s++) {
        vec3 x = max(texelFetch(light, p, s).rgb, vec3(0.0)) * extent.w;
        sum += clamp(toneCurve(x, tone), 0.0, 1.0);
    }
    color = vec4(screenCurve(sum / float(SAMPLES)) + (noise(p) - 0.5) / 255.0, 1.0);
}
