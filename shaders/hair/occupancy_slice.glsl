// SPDX-License-Identifier: MIT
// sliceOf: the slice of a fragment. 128 slices divide the pixel's range of depths; 32 make a slab.
// The four words of a pixel have a bit for each slice with fragments.
#include "hair/ribbon_fragment.glsl#pixel"
layout(std430, binding = BIND_SLICES) SLICES_ACCESS buffer Slices { uint slices[]; };
layout(binding = UNIT_RANGES) uniform sampler2D ranges;

uint sliceOf(float depth)
{
    vec2 range = texelFetch(ranges, ivec2(gl_FragCoord.xy), 0).rg;
    float t = (depth - range.x) / max(-range.y - range.x, 1e-20);
    return uint(clamp(t * 128.0, 0.0, 127.0));
}
