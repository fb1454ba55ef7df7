// SPDX-License-Identifier: MIT
// Counter-based random numbers. The n-th number of a particle in a step is a function of (seed, id,
// step, n) alone, so it does not depend on execution order. The hash is pcg4d of Jarzynski and
// Olano, "Hash Functions for GPU Rendering", JCGT 2020. Integers are the same on every driver;
// results of sqrt, sin and cos on the same device and driver.
uint random_id;
uint random_step;
uint random_drawn;

uvec4 pcg4d(uvec4 v)
{
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    v ^= v >> 16u;
    v.x += v.y * v.w;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v.w += v.y * v.z;
    return v;
}

void beginRandom(uint id, uint first)
{
    random_id = id;
    random_step = step_number;
    random_drawn = first;
}

uvec4 randomWords() { return pcg4d(uvec4(random_id, random_step, random_drawn++, seed)); }

float unitOf(uint word) { return float(word >> 8) * (1.0 / 16777216.0); }
vec4 unitOf(uvec4 words) { return vec4(words >> 8) * (1.0 / 16777216.0); }

// Numbers from 0 to below 1.
float random() { return unitOf(randomWords().x); }
vec2 random2() { return unitOf(randomWords()).xy; }
vec3 random3() { return unitOf(randomWords()).xyz; }
vec4 random4() { return unitOf(randomWords()); }
float randomBetween(float low, float high) { return low + (high - low) * random(); }
uint randomBelow(uint n)
{
    uint low;
    uint high;
    umulExtended(randomWords().x, n, high, low);
    return high;
}

vec3 directionOf(vec2 r)
{
    float z = 1.0 - 2.0 * r.x;
    float around = 6.28318530718 * r.y;
    return vec3(sqrt(max(0.0, 1.0 - z * z)) * vec2(cos(around), sin(around)), z);
}
vec3 randomDirection() { return directionOf(random2()); }
vec3 randomInBall()
{
    vec3 r = random3();
    return directionOf(r.xy) * pow(r.z, 1.0 / 3.0);
}
// A direction at most angle radians from an axis of any length; 0 counts as y.
vec3 randomInCone(vec3 axis, float angle)
{
    vec2 r = random2();
    float l = length(axis);
    axis = l > 0.0 ? axis / l : vec3(0.0, 1.0, 0.0);
    float z = 1.0 - (1.0 - cos(angle)) * r.x;
    vec3 side = abs(axis.y) < 0.9 ? normalize(cross(axis, vec3(0.0, 1.0, 0.0))) : normalize(cross(axis, vec3(1.0, 0.0, 0.0)));
    vec2 round = sqrt(max(0.0, 1.0 - z * z)) * vec2(cos(6.28318530718 * r.y), sin(6.28318530718 * r.y));
    return side * round.x + cross(axis, side) * round.y + axis * z;
}
