// SPDX-License-Identifier: MIT
// A ribbon's fragment.
#include <RIBBON_IN>

#part blend
// The fragment's premultiplied colour, for blending.
#include "hair/ribbon_fragment.glsl#color"
layout(location = 0) out vec4 color;

void main()
{
    color = ribbonColor();
    if (color.a <= 0.0) discard;
}

#part core
// The opaque core of the hair: fragments of almost full opacity, drawn as opaque.
#include "hair/ribbon_fragment.glsl#color"
layout(location = 0) out vec4 color;

void main()
{
    vec4 c = ribbonColor();
    if (c.a <= CORE_ALPHA) discard;
    color = vec4(c.rgb / c.a, 1.0);
}

#part sum
// Adds up the opacity of the fragments over each pixel that the scene does not hide, in steps of
// 1 / COVER_STEPS.
#include "hair/ribbon_fragment.glsl#cover"
layout(early_fragment_tests) in;
layout(std430, binding = 3) buffer Layers { uint layers[]; };

void main()
{
    // An edge of a ribbon covers only some of a pixel's samples.
    float part = float(bitCount(uint(gl_SampleMaskIn[0]) & ((1u << SAMPLES) - 1u))) / float(SAMPLES);
    atomicAdd(layers[uint(gl_FragCoord.y) * uint(viewport.x) + uint(gl_FragCoord.x)], uint(ribbonAlpha() * part * COVER_STEPS + 0.5));
}
