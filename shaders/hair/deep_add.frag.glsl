// SPDX-License-Identifier: MIT
// Adds the fragments of ribbons to the deep opacity map.
#include "hair/light_ribbon.glsl"
#include "hair/deep_add.glsl"
#include "hair/light_add.glsl"
