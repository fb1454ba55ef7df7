// SPDX-License-Identifier: MIT
// The light that a point sends to the eye, and its opacity, in four halves: see hair/points_shade.comp.glsl.

vec4 shadeOf(uvec2 word) { return vec4(unpackHalf2x16(word.x), unpackHalf2x16(word.y)); }

// Light beyond what a half holds would become infinite, and its mean with another not a number.
uvec2 shadedWord(vec3 light, float opacity)
{
    light = min(light, vec3(65000.0));
    return uvec2(packHalf2x16(light.rg), packHalf2x16(vec2(light.b, opacity)));
}
