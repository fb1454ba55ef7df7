// SPDX-License-Identifier: MIT
// Keys with their indices.
#include "lib/words_at.glsl"

VALUE valueAt(uint i) { return uvec3(ARG_KEY(wordsAt(i)), i); }
