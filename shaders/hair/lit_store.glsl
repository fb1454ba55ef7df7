// SPDX-License-Identifier: MIT
// Writes the light that reaches a place: see hair/lit.glsl. Lights are processed in order from 0.
layout(std430, binding = BIND_LIT) buffer Lit { uint lit[]; };

float loadLit(uint i) { return float(bitfieldExtract(lit[3u * i + (light >> 1)], int(light & 1u) * 16, 16)) / 65535.0; }

void storeLit(uint i, float reached)
{
    uint word = 3u * i + (light >> 1);
    lit[word] = bitfieldInsert(lit[word], uint(clamp(reached, 0.0, 1.0) * 65535.0 + 0.5), int(light & 1u) * 16, 16);
}

// Adds to the openness of a place: the light from this direction and from the opposite one. Skin
// uses one side only.
void addOpenness(uint i, vec2 reached, vec3 place, vec3 normal)
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
    addOpenness(i, vec2(reached.x * past_head, reached.y), place, normal);
}
