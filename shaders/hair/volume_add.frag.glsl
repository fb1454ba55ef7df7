// SPDX-License-Identifier: MIT
// Adds the fragments of ribbons to the opacity volume.
#include "hair/light_ribbon.glsl"
#include "hair/volume_add.glsl"
#include "hair/light_add.glsl"
