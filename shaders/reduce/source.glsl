// SPDX-License-Identifier: MIT
// The input of a reduction: valueAt(i) is item i as a value.

#part arg
// Keys with their indices.
#include "lib/source.glsl#words_at"

VALUE valueAt(uint i) { return uvec3(ARG_KEY(wordsAt(i)), i); }

#part user
// The caller's records, mapped to values by their own VALUE map(RECORD, uint index).
layout(std430, binding = BIND_SRC) readonly buffer Src { RECORD src[]; };
uniform uint src_at;

VALUE valueAt(uint i) { return map(src[src_at + i], i); }
