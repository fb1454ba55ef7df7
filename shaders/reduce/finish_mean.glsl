// SPDX-License-Identifier: MIT
// The result is the sum over the number of items; of none, 0.
#include "lib/sink_words.glsl"

void putResult(uint at, VALUE v, uint n) { putValue(at, v / float(max(n, 1u))); }
