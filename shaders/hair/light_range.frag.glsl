// SPDX-License-Identifier: MIT
// Adds fragments of ribbons to the depths of each texel.
#include "hair/light_ribbon.glsl"
#include "hair/light_range.glsl"
#include "hair/light_add.glsl"
