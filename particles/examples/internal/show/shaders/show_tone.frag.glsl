// SPDX-License-Identifier: MIT
// Maps linear light to display values: an exponential shoulder that keeps hue, the sRGB curve, and
// noise of half a step against banding.
layout(binding = 0) uniform sampler2D light;
uniform float exposure;
layout(location = 0) out vec4 color;

void main()
{
    vec3 x = max(texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb * exposure, vec3(0.0));
    // A channel that is too bright spills into the others, so that bright colours turn white.
    float over = max(0.0, max(x.r, max(x.g, x.b)) - 1.0);
    x += 0.12 * over;
    vec3 c = 1.0 - exp(-1.25 * x);
    c = mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
    uint h = uint(gl_FragCoord.x) * 0x9E3779B9u ^ uint(gl_FragCoord.y) * 0x85EBCA6Bu;
    h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
    color = vec4(c + (float((h ^ (h >> 13)) >> 8) / 16777216.0 - 0.5) / 255.0, 1.0);
}
