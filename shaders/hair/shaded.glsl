// SPDX-License-Identifier: MIT
// The light that a point sends to the eye, and its opacity, in four halves: see
// hair/points_shade.comp.glsl.

vec4 shadeOf(uvec2 word) { return vec4(unpackHalf2x16(word.x), unpackHalf2x16(word.y)); }

// Light is clamped to the range of a half. Infinity would make interpolated values NaN.
uvec2 shadedWord(vec3 light, float opacity)
{
    light = min(light, vec3(65000.0));
    return uvec2(packHalf2x16(light.rg), packHalf2x16(vec2(light.b, opacity)));
}
