// SPDX-License-Identifier: MIT
// sceneOver (slot TONE_SCENE): the scene of a pixel over the backdrop, after the tone curve.
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
vec3 sceneOver(ivec2 p)
{
    vec4 scene[SAMPLES];
    bool one = true, full = true;
    for (int s = 0; s < SAMPLES; s++) {
        scene[s] = texelFetch(light, p, s);
        one = one && scene[s] == scene[0];
        full = full && scene[s].a >= 1.0;
    }
    vec3 behind = full ? vec3(0.0) : backdropToned(p);
    // Away from edges all samples of a pixel are equal.
    vec3 sum = tonedOver(scene[0], behind);
    if (one) return sum;
    for (int s = 1; s < SAMPLES; s++) sum += tonedOver(scene[s], behind);
    return sum / float(SAMPLES);
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
vec3 sceneOver(ivec2 p)
{
    vec4 head = texelFetch(light, p, 0);
    vec3 behind = head.a < 1.0 ? backdropToned(p) : vec3(0.0);
    return head.a > 0.0 ? mix(behind, toned(head.rgb), head.a) : behind;
}
