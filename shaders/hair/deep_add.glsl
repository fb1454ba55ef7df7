// SPDX-License-Identifier: MIT
// add: adds a fragment's optical depth to its layer of the deep opacity map.
#include "hair/deep.glsl"
layout(std430, binding = 3) readonly buffer Front { uint front[]; };
layout(std430, binding = 4) buffer Layers { uint layers[]; };

void add(uvec2 texel, uint tau, float depth)
{
    uint at = texel.y * uint(lights.z) + texel.x;
    float layer = layerAt(depth - uintBitsToFloat(~front[at]));
    atomicAdd(layers[at * LAYERS + min(uint(layer), LAYERS - 1u)], tau);
}
