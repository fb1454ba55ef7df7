// SPDX-License-Identifier: MIT
// Shadow method "deep": layers behind the first hair of each texel, interpolated linearly. Yuksel
// and Keyser, "Deep Opacity Maps", Eurographics 2008.
#include "hair/frame.glsl"
#include "hair/deep.glsl"
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
