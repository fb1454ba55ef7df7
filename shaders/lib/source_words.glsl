// SPDX-License-Identifier: MIT
// Values of a built-in type.
#include "lib/words_at.glsl"

VALUE valueAt(uint i) { return FROM_WORDS(wordsAt(i)); }
