// SPDX-License-Identifier: MIT
// Adds the fragments of ribbons to the occupancy map.
#include "hair/light_ribbon.glsl"
#include "hair/occupancy_add.glsl"
#include "hair/light_add.glsl"
