// SPDX-License-Identifier: MIT
// pixelIndex: the index of the fragment's pixel, row by row.
#include "hair/frame.glsl"

uint pixelIndex() { return uint(gl_FragCoord.y) * uint(viewport.x) + uint(gl_FragCoord.x); }
