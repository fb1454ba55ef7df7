// SPDX-License-Identifier: MIT
// sliceOf: which of 128 slices of its pixel's range of depths a fragment is in, 32 to a slab. The four words of a pixel
// say which slices hold fragments.
#include "hair/pixel.glsl"
layout(std430, binding = BIND_SLICES) SLICES_ACCESS buffer Slices { uint slices[]; };
layout(binding = UNIT_RANGES) uniform sampler2D ranges;

uint sliceOf(float depth)
{
    vec2 range = texelFetch(ranges, ivec2(gl_FragCoord.xy), 0).rg;
    float t = (depth - range.x) / max(-range.y - range.x, 1e-20);
    return uint(clamp(t * 128.0, 0.0, 127.0));
}
