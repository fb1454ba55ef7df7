// SPDX-License-Identifier: MIT
// The input: valueAt(i) is item i as a value.

#part words
// Values of a built-in type.
#include "lib/words_at.glsl"

VALUE valueAt(uint i) { return FROM_WORDS(wordsAt(i)); }

#part record
// The caller's records, which are the values.
layout(std430, binding = BIND_SRC) readonly buffer Src { VALUE src[]; };
uniform uint src_at;

VALUE valueAt(uint i) { return src[src_at + i]; }
