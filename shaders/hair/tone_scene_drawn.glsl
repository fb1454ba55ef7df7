// SPDX-License-Identifier: MIT
// TONE_SCENE: vec3 sceneToned(pixel, over, backdrop) for a scene drawn with SAMPLES samples a
// pixel.
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
