// SPDX-License-Identifier: MIT
// Occupancy maps, first pass: the nearest and farthest fragment of each pixel, and the optical
// depth of all its fragments.
#include <RIBBON_IN>
#include "hair/ribbon_depth.glsl"
#include "hair/ribbon_cover.glsl"
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
