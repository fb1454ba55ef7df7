// SPDX-License-Identifier: MIT
// Keeps record i when bit i % 32 of mask[i / 32] is set.
#include "compact/classes.glsl"
layout(std430, binding = BIND_MASK) readonly buffer Mask { uint mask[]; };
uniform uint mask_at;

uint classOf(uint i) { return toClass((mask[mask_at + i / 32u] >> (i % 32u) & 1u) != 0u); }
