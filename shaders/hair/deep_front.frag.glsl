// SPDX-License-Identifier: MIT
// Adds fragments of ribbons to where each texel's hair begins.
#include "hair/light_ribbon.glsl"
#include "hair/deep_front.glsl"
#include "hair/light_add.glsl"
