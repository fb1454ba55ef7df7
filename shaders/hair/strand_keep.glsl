// SPDX-License-Identifier: MIT
// The predicate of the level of detail: a strand is kept by its rank, which its first point has. The points and the
// strands' first ones lie at the bindings that are left to callers.
#include "hair/width.glsl"
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };

bool keep(uint strand) { return rankOf(points[first[strand]]) < detail.x; }
