// SPDX-License-Identifier: MIT
// sceneToned (slot TONE_SCENE): the colour of a pixel after the tone curve.

#part drawn
// A scene drawn with SAMPLES samples a pixel.
layout(binding = 0) uniform LIGHT light;

vec3 sceneToned(ivec2 p, vec4 over, vec3 backdrop)
{
    vec4 scene[SAMPLES];
    bool one = true;
    for (int s = 0; s < SAMPLES; s++) {
        scene[s] = texelFetch(light, p, s);
        one = one && scene[s] == scene[0];
    }
    // Away from edges all samples of a pixel are equal.
    vec3 sum = toned(scene[0], over, backdrop);
    if (one) return sum;
    for (int s = 1; s < SAMPLES; s++) sum += toned(scene[s], over, backdrop);
    return sum / float(SAMPLES);
}

#part traced
// A traced head. Alpha is the share of the samples that it covers.
layout(binding = 0) uniform sampler2D light;

vec3 sceneToned(ivec2 p, vec4 over, vec3 backdrop)
{
    vec4 head = texelFetch(light, p, 0);
    vec3 free = head.a < 1.0 ? toned(vec4(0.0), over, backdrop) : vec3(0.0);
    return head.a > 0.0 ? mix(free, toned(vec4(head.rgb, 1.0), over, backdrop), head.a) : free;
}
