// SPDX-License-Identifier: MIT
// Adds up the opacity of the fragments over each pixel that the scene does not hide, in steps of
// 1 / COVER_STEPS.
#include <RIBBON_IN>
#include "hair/ribbon_cover.glsl"
layout(early_fragment_tests) in;
layout(std430, binding = 3) buffer Layers { uint layers[]; };

void main()
{
    // An edge of a ribbon covers only some of a pixel's samples.
    float part = float(bitCount(uint(gl_SampleMaskIn[0]) & ((1u << SAMPLES) - 1u))) / float(SAMPLES);
    atomicAdd(layers[uint(gl_FragCoord.y) * uint(viewport.x) + uint(gl_FragCoord.x)], uint(ribbonAlpha() * part * COVER_STEPS + 0.5));
}
