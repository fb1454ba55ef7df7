// SPDX-License-Identifier: MIT
// Finds the nearest and the farthest depth of hair in each texel.
#include "hair/light_ribbon.glsl"
#include "hair/light_range.glsl"
#include "hair/light_add.glsl"
