// SPDX-License-Identifier: MIT
// Adds a ribbon to its layer of the deep opacity map.
#include "hair/light_ribbon.glsl"
#include "hair/deep.glsl"
layout(std430, binding = 3) readonly buffer Front { uint front[]; };
layout(std430, binding = 4) buffer Layers { uint layers[]; };

void main()
{
    uint tau = ribbonTau();
    if (tau == 0u) return;
    uint texel = texelIndex();
    float layer = layerAt(ribbonDepth() - uintBitsToFloat(~front[texel]));
    atomicAdd(layers[texel * LAYERS + min(uint(layer), LAYERS - 1u)], tau);
}
