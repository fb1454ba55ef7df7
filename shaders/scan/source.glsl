// SPDX-License-Identifier: MIT
// The input of a histogram. recordOf(i) is the index of the record of Src from which item i is
// made. recordAt(i) is that record, of the caller's type. valueAt is as in lib/source.glsl.

#part words
#include "lib/source.glsl#words"
uint recordOf(uint i) { return i; }

#part mapped
#include <MAP>
#include "lib/source.glsl#mapped"
RECORD recordAt(uint i) { return src[src_at + i]; }
