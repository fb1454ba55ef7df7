// SPDX-License-Identifier: MIT
// Occupancy maps, second pass: each fragment sets the bit of its slice and counts in its slab.
#include <RIBBON_IN>
#include "hair/ribbon_depth.glsl"
#include "hair/ribbon_cover.glsl"
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
