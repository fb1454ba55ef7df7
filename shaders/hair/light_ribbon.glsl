// SPDX-License-Identifier: MIT
// What a ribbon takes from the light at a texel: its opacity times the part of the texel that it covers across, as for
// the camera, as the logarithm of what is left, whose sums are the products of what hairs let through. In whole steps:
// sums of integers are the same in any order.
#include "hair/frame.glsl"
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in float depth;
layout(location = 2) in float opacity;

uint ribbonTau()
{
    float half_width = 0.5 * ribbon.y;
    float coverage = min(ribbon.x + 0.5, half_width) - max(ribbon.x - 0.5, -half_width);
    float alpha = min(opacity * clamp(coverage, 0.0, 1.0), TAU_MOST);
    return uint(-log(1.0 - alpha) * TAU_STEPS + 0.5);
}

float ribbonDepth() { return clamp(depth, 0.0, 1.0); }

uint texelIndex()
{
    uvec2 p = uvec2(gl_FragCoord.xy);
    return p.y * uint(lights.z) + p.x;
}
