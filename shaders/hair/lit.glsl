// SPDX-License-Identifier: MIT
// What the shadow stage found for each place, three words: the part of each of four lights that gets there, in 16 bits
// each, and the mean of what gets there from all sides, as a float. Without shadows, all of it.
layout(std430, binding = 8) readonly buffer Lit { uint lit[]; };

vec4 litAt(uint place)
{
    if (lights.y == 0.0) return vec4(1.0);
    return vec4(unpackUnorm2x16(lit[3u * place]), unpackUnorm2x16(lit[3u * place + 1u]));
}

float openAt(uint place) { return lights.y == 0.0 ? 1.0 : uintBitsToFloat(lit[3u * place + 2u]); }
