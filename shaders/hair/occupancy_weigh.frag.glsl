// SPDX-License-Identifier: MIT
// Occupancy maps, third pass: weights. The weight is alpha * (1 - a)^n. n estimates how many
// fragments lie in front: the counts of the slabs in front, and of its own slab's count the share
// of marked slices that lie in front. a is one opacity for all fragments of the pixel, chosen so
// that together they have the pixel's transmittance. The paper has one opacity for all hairs; here
// a fragment's depends on its coverage of the pixel.
#include <RIBBON_IN>
#include "hair/ribbon_color.glsl"
#include "hair/ribbon_depth.glsl"
#include "hair/occupancy_slice.glsl"
layout(binding = UNIT_THROUGH) uniform sampler2D opticals;
layout(binding = UNIT_SLABS) uniform sampler2D slabs;
layout(location = 0) out vec4 sum;  // blended additively: weight * colour, weight

void main()
{
    vec4 c = ribbonColor();
    if (c.a <= 0.0) discard;
    ivec2 p = ivec2(gl_FragCoord.xy);
    vec4 counts = texelFetch(slabs, p, 0);
    uint s = sliceOf(ribbonDepth());
    uint slab = s / 32u;
    uint marked = slices[4u * pixelIndex() + slab];
    vec4 before = vec4(lessThan(uvec4(0u, 1u, 2u, 3u), uvec4(slab)));
    float bits = float(bitCount(marked));
    float lower = float(bitCount(marked & ((1u << (s % 32u)) - 1u)));
    float rank = dot(before, counts) + counts[slab] * lower / max(bits, 1.0);
    float all = max(dot(counts, vec4(1.0)), 1.0);
    sum = c * exp(-texelFetch(opticals, p, 0).r * rank / all);
}
