// SPDX-License-Identifier: MIT
// Keeps what gets to a place from a light: see hair/lit.glsl. The lights of a frame come in turn, from 0 up.
layout(std430, binding = BIND_LIT) buffer Lit { uint lit[]; };

float keptLit(uint i) { return float(bitfieldExtract(lit[3u * i + (light >> 1)], int(light & 1u) * 16, 16)) / 65535.0; }

void keepLit(uint i, float reached)
{
    uint word = 3u * i + (light >> 1);
    lit[word] = bitfieldInsert(lit[word], uint(clamp(reached, 0.0, 1.0) * 65535.0 + 0.5), int(light & 1u) * 16, 16);
}

// How open the place is, by this light's direction and the one against it. Skin looks to one side alone.
void keepOpenness(uint i, vec2 reached, vec3 place, vec3 normal)
{
    float open = reached.x + reached.y;
    if (normal != vec3(0.0)) {
        vec3 toward = normalize(light_from[light].xyz - place * light_from[light].w);
        open = mix(reached.y, reached.x, smoothstep(-0.5, 0.5, dot(normal, toward)));
    }
    float before = light == 0u ? 0.0 : uintBitsToFloat(lit[3u * i + 2u]);
    lit[3u * i + 2u] = floatBitsToUint(before + open / lights.x);
}

// Keeps what gets past the hair, from the light and from the other side, and of the light past the head. Skin keeps the
// first alone: its pixels look for the head's shadow themselves.
void keepReached(uint i, vec2 reached, float past_head, vec3 place, vec3 normal)
{
    keepLit(i, normal == vec3(0.0) ? reached.x * past_head : reached.x);
    keepOpenness(i, vec2(reached.x * past_head, reached.y), place, normal);
}
