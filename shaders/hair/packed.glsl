// SPDX-License-Identifier: MIT
// The packed words of a point in buffers.

#part tint
// Colour and opacity.
#include "hair/frame.glsl"

// Converts a display colour to linear light (gamma 2.2).
vec3 tintOf(uint color) { return pow(unpackUnorm4x8(color).rgb, vec3(2.2)); }

float opacityOf(uint color) { return ribbons.y > 0.0 ? ribbons.y : unpackUnorm4x8(color).a; }

#part lit
// The shadow stage's result for each place, three words. Two words: the shares of four lights that
// arrive, 16 bits each. One word, a float: hair_openness, how much of the light of the surroundings
// passes the hair. Without shadows all are 1.
//
// hair_openness is known along the lights only. For each light it adds the share that comes from
// its side, past hair and head, and the share that comes from the opposite side, past the hair. It
// is the mean of these sums over the lights. At a point of hair it is 0 to 2: 2 for a hair alone, 1
// at the surface of thick hair. At a vertex of the head it is 0 to 1, because skin receives light
// from one side. How open the head's own hollows are is another number, Head.Open.
readsWords(Lit, lit, 8, UNIT_LIT)

vec4 litAt(uint place)
{
    if (lights.y == 0.0) return vec4(1.0);
    return vec4(unpackUnorm2x16(wordAt(lit, 3u * place)), unpackUnorm2x16(wordAt(lit, 3u * place + 1u)));
}

float hairOpennessAt(uint place) { return lights.y == 0.0 ? 1.0 : uintBitsToFloat(wordAt(lit, 3u * place + 2u)); }

#part lit_store
// Writes Lit: see part lit. Lights are processed in order from 0.
layout(std430, binding = BIND_LIT) buffer Lit { uint lit[]; };

float loadLit(uint i) { return float(bitfieldExtract(lit[3u * i + (light >> 1)], int(light & 1u) * 16, 16)) / 65535.0; }

void storeLit(uint i, float reached)
{
    uint word = 3u * i + (light >> 1);
    lit[word] = bitfieldInsert(lit[word], uint(clamp(reached, 0.0, 1.0) * 65535.0 + 0.5), int(light & 1u) * 16, 16);
}

// Adds this light's part of hair_openness: see part lit. reached: the shares from the light's side
// (x) and from the opposite side (y). Skin takes the side that it faces.
void addHairOpenness(uint i, vec2 reached, vec3 place, vec3 normal)
{
    float open = reached.x + reached.y;
    if (normal != vec3(0.0)) {
        vec3 toward = normalize(light_from[light].xyz - place * light_from[light].w);
        open = mix(reached.y, reached.x, smoothstep(-0.5, 0.5, dot(normal, toward)));
    }
    float before = light == 0u ? 0.0 : uintBitsToFloat(lit[3u * i + 2u]);
    lit[3u * i + 2u] = floatBitsToUint(before + open / lights.x);
}

// Writes the shares that pass the hair, from the light (x) and from the other side (y), and the
// share of the light that passes the head. For skin only x is kept: its pixels look up the head's
// shadow themselves.
void storeReached(uint i, vec2 reached, float past_head, vec3 place, vec3 normal)
{
    storeLit(i, normal == vec3(0.0) ? reached.x * past_head : reached.x);
    addHairOpenness(i, vec2(reached.x * past_head, reached.y), place, normal);
}

#part shaded
// The light that a point sends to the eye, and its opacity, in four halves: see
// points_shade.comp.glsl.

vec4 shadeOf(uvec2 word) { return vec4(unpackHalf2x16(word.x), unpackHalf2x16(word.y)); }

// Light is clamped to the range of a half. Infinity would make interpolated values NaN.
uvec2 shadedWord(vec3 light, float opacity)
{
    light = min(light, vec3(65000.0));
    return uvec2(packHalf2x16(light.rg), packHalf2x16(vec2(light.b, opacity)));
}
