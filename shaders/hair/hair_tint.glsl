// SPDX-License-Identifier: MIT
// Colour and opacity of a point, from its packed word.
#include "hair/frame.glsl"

// Converts a display colour to linear light (gamma 2.2).
vec3 tintOf(uint color) { return pow(unpackUnorm4x8(color).rgb, vec3(2.2)); }

float opacityOf(uint color) { return ribbons.y > 0.0 ? ribbons.y : unpackUnorm4x8(color).a; }
