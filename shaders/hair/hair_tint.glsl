// SPDX-License-Identifier: MIT
// Colour and opacity of a point from its word.
#include "hair/frame.glsl"

// The linear colour of a colour as it is shown.
vec3 tintOf(uint color) { return pow(unpackUnorm4x8(color).rgb, vec3(2.2)); }

float opacityOf(uint color) { return ribbons.y > 0.0 ? ribbons.y : unpackUnorm4x8(color).a; }
