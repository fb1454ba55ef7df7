// SPDX-License-Identifier: MIT
// Inputs of a ribbon's fragment in a light's map, and the values computed from them.
#include "hair/frame.glsl"
#include "hair/tau.glsl"
layout(location = 0) noperspective in vec2 ribbon;
layout(location = 1) in float depth;
layout(location = 2) in float opacity;

uint ribbonTau() { return tauOf(ribbon, opacity); }

float ribbonDepth() { return clamp(depth, 0.0, 1.0); }

uint texelIndex()
{
    uvec2 p = uvec2(gl_FragCoord.xy);
    return p.y * uint(lights.z) + p.x;
}
