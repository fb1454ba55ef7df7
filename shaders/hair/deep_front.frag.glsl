// SPDX-License-Identifier: MIT
// Finds the nearest depth of hair in each texel, from the fragments of ribbons.
#include "hair/light_ribbon.glsl"
#include "hair/deep_front.glsl"
#include "hair/light_add.glsl"
