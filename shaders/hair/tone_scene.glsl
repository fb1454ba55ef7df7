// SPDX-License-Identifier: MIT
// sceneToned (slot TONE_SCENE): the colour of a pixel after the tone curve.
// sceneLight (slot LIGHT_SCENE, parts light_drawn and light_traced): the scene of a pixel before
// it.

#part drawn light_drawn
// A scene drawn with SAMPLES samples a pixel.
layout(binding = 0) uniform LIGHT light;

#part light_drawn
vec4 sceneLight(ivec2 p)
{
    vec4 sum = vec4(0.0);
    for (int s = 0; s < SAMPLES; s++) sum += texelFetch(light, p, s);
    return sum / float(SAMPLES);
}

#part drawn
vec3 sceneToned(ivec2 p, vec4 over, vec3 backdrop)
{
    vec4 first = texelFetch(light, p, 0);
    bool one = true;
    for (int s = 1; s < SAMPLES; s++) one = one && texelFetch(light, p, s) == first;
    // Away from edges all samples of a pixel are equal.
    int many = one ? 1 : SAMPLES;
    vec3 sum = vec3(0.0);
    for (int s = 0; s < many; s++) sum += layersToned(over, texelFetch(light, p, s), backdrop);
    return sum / float(many);
}

#part traced light_traced
// A traced head. Alpha is the share of the samples that it covers.
layout(binding = 0) uniform sampler2D light;

#part light_traced
vec4 sceneLight(ivec2 p)
{
    vec4 head = texelFetch(light, p, 0);
    return vec4(head.rgb * head.a, head.a);
}

#part traced
// Hair at the edge of the head mostly lies behind it, beside the samples that the head covers. So
// what the hair lets through is the head's first, up to its share of the samples.
vec3 sceneToned(ivec2 p, vec4 over, vec3 backdrop)
{
    vec4 head = texelFetch(light, p, 0);
    head.a = min(head.a / max(1.0 - over.a, 1e-3), 1.0);
    return layersToned(over, vec4(head.rgb * head.a, head.a), backdrop);
}
