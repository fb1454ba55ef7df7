// SPDX-License-Identifier: MIT
// The input of ArgMin and ArgMax: valueAt(i) is key i with its index.
#include "lib/source.glsl#words_at"

VALUE valueAt(uint i) { return uvec3(ARG_KEY(wordsAt(i)), i); }
