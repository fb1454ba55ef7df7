// SPDX-License-Identifier: MIT
// TONE_SCENE: vec3 sceneToned(pixel, over, backdrop) for a traced head. Alpha is the share of the
// samples that it covers.
layout(binding = 0) uniform sampler2D light;

vec3 sceneToned(ivec2 p, vec4 over, vec3 backdrop)
{
    vec4 head = texelFetch(light, p, 0);
    vec3 free = head.a < 1.0 ? toned(vec4(0.0), over, backdrop) : vec3(0.0);
    return head.a > 0.0 ? mix(free, toned(vec4(head.rgb, 1.0), over, backdrop), head.a) : free;
}
