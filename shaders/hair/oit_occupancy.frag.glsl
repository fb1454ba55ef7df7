// SPDX-License-Identifier: MIT
// The OIT method "occupancy": three passes over the ribbons, and one over the screen. Sintorn and
// Assarsson, "Hair Self Shadowing and Transparency Depth Ordering Using Occupancy Maps", I3D 2009.

#part range
// First pass: the nearest and farthest fragment of each pixel, and the optical depth of all its
// fragments.
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#depth"
#include "hair/ribbon_fragment.glsl#cover"
layout(location = 0) out vec2 range;     // blended by minimum: depth, -depth
layout(location = 1) out float optical;  // blended additively: -ln(1 - alpha)

void main()
{
    float alpha = ribbonAlpha();
    if (alpha <= 0.0) discard;
    float depth = ribbonDepth();
    range = vec2(depth, -depth);
    optical = -log(max(1.0 - alpha, 1e-6));  // for an opaque hair it would be infinite
}

#part mark
// Second pass: each fragment sets the bit of its slice and counts in its slab.
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#depth"
#include "hair/ribbon_fragment.glsl#cover"
#include "hair/occupancy_slice.glsl"
layout(early_fragment_tests) in;  // fragments behind the head set no bit
layout(location = 0) out vec4 counts;  // blended additively: 1 in the fragment's slab

void main()
{
    if (ribbonAlpha() <= 0.0) discard;
    uint s = sliceOf(ribbonDepth());
    atomicOr(slices[4u * pixelIndex() + s / 32u], 1u << (s % 32u));
    counts = vec4(equal(uvec4(s / 32u), uvec4(0u, 1u, 2u, 3u)));
}

#part weigh
// Third pass: weights. The weight is alpha * (1 - a)^n. n estimates how many fragments lie in
// front: the counts of the slabs in front, and of its own slab's count the share of marked slices
// that lie in front. a is one opacity for all fragments of the pixel, chosen so that together they
// have the pixel's transmittance. The paper has one opacity for all hairs; here a fragment's
// depends on its coverage of the pixel.
#include <RIBBON_IN>
#include "hair/ribbon_fragment.glsl#color"
#include "hair/ribbon_fragment.glsl#depth"
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

#part resolve
// Blends the weighted mean of a pixel's fragments over the scene. The transmittance of all
// fragments decides how much of the scene shows. Weights are only shares, so an error in their sum
// does not matter.
layout(binding = UNIT_THROUGH) uniform sampler2D opticals;
layout(binding = UNIT_SUMS) uniform sampler2D sums;
layout(location = 0) out vec4 color;

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    float hidden = 1.0 - exp(-texelFetch(opticals, p, 0).r);
    vec4 sum = texelFetch(sums, p, 0);
    if (sum.a <= 0.0) discard;
    color = vec4(sum.rgb / sum.a, 1.0) * hidden;
}
