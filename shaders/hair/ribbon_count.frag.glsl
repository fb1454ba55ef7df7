// SPDX-License-Identifier: MIT
// Counts the fragments of hair over each pixel that the scene does not hide.
#include "hair/frame.glsl"
layout(early_fragment_tests) in;
layout(std430, binding = 3) buffer Layers { uint layers[]; };

void main()
{
    atomicAdd(layers[uint(gl_FragCoord.y) * uint(viewport.x) + uint(gl_FragCoord.x)], 1u);
}
