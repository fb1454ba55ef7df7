// SPDX-License-Identifier: MIT
// The input of a reduction that finds places: valueAt(i) is item i with its index.
#include "lib/source.glsl#words_at"

#part arg
// Of ArgMin or ArgMax.
VALUE valueAt(uint i) { return uvec3(ARG_KEY(wordsAt(i)), i); }

#part all
// Of both, and of the sum.
VALUE valueAt(uint i)
{
    WORDS w = wordsAt(i);
    return All(FROM_WORDS(w), ALL_KEY(w, 0u), ALL_KEY(w, 0xFFFFFFFFu), i, i);
}
