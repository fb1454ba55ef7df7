// SPDX-License-Identifier: MIT
// The predicate of the cull.
#include "hair/segment_verdict.glsl"

bool keep(uint segment) { return verdict(segment) == DRAWN; }
