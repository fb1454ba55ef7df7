// SPDX-License-Identifier: MIT
// Shadow method "deep": layers behind the first hair of each texel, interpolated linearly. Yuksel
// and Keyser, "Deep Opacity Maps", Eurographics 2008. Parts front and add are two passes over the
// ribbons (slot ADD). Part taus reads the map (slot TAUS).

#part front
// Keeps the depth of the first hair in each texel. The bits are inverted: 0 is "no hair".
layout(std430, binding = 3) buffer Front { uint front[]; };

void add(uvec2 texel, uint tau, float depth) { atomicMax(front[texel.y * uint(lights.z) + texel.x], ~floatBitsToUint(depth)); }

#part add taus
// The layer for a depth behind the first hair of the texel, as a fraction of the hair's depth
// range. Layers get thicker with depth.
#include "hair/frame.glsl"

float layerAt(float behind) { return sqrt(clamp(behind, 0.0, 1.0)) * float(LAYERS); }

#part add
// Adds a fragment's optical depth to its layer.
layout(std430, binding = 3) readonly buffer Front { uint front[]; };
layout(std430, binding = 4) buffer Layers { uint layers[]; };

void add(uvec2 texel, uint tau, float depth)
{
    uint at = texel.y * uint(lights.z) + texel.x;
    float layer = layerAt(depth - uintBitsToFloat(~front[at]));
    atomicAdd(layers[at * LAYERS + min(uint(layer), LAYERS - 1u)], tau);
}

#part taus
layout(std430, binding = BIND_FRONT) readonly buffer Front { uint front[]; };
layout(std430, binding = BIND_LAYERS) readonly buffer Layers { uint layers[]; };

vec2 tausAt(uvec2 at, float depth)
{
    uint texel = at.y * uint(lights.z) + at.x;
    uint first = front[texel];
    if (first == 0u) return vec2(0.0);
    float layer = layerAt(depth - uintBitsToFloat(~first));
    float before = 0.0, all = 0.0;
    for (uint k = 0u; k < LAYERS; k++) {
        float tau = float(layers[texel * LAYERS + k]);
        before += tau * clamp(layer - float(k), 0.0, 1.0);
        all += tau;
    }
    return vec2(before, all - before) / TAU_STEPS;
}
