// SPDX-License-Identifier: MIT
// The shadow stage's result for each place, three words. Two words: the shares of four lights that
// arrive, 16 bits each. One word: the mean share of the light from all sides, a float. Without
// shadows all shares are 1.
layout(std430, binding = 8) readonly buffer Lit { uint lit[]; };

vec4 litAt(uint place)
{
    if (lights.y == 0.0) return vec4(1.0);
    return vec4(unpackUnorm2x16(lit[3u * place]), unpackUnorm2x16(lit[3u * place + 1u]));
}

float openAt(uint place) { return lights.y == 0.0 ? 1.0 : uintBitsToFloat(lit[3u * place + 2u]); }
