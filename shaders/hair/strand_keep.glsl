// SPDX-License-Identifier: MIT
// The predicate of the level of detail: a strand is kept by its rank, which its first point holds.
// The caller of the compaction binds Points and First.
#include "hair/width.glsl"
layout(std430, binding = BIND_POINTS) readonly buffer Points { vec4 points[]; };
layout(std430, binding = BIND_FIRST) readonly buffer First { uint first[]; };

bool keep(uint strand) { return rankOf(points[first[strand]]) < detail.x; }
