// SPDX-License-Identifier: MIT
// scan/source.glsl of the inputs of lib/input.glsl.

#part words
#include "lib/input.glsl#words"

#part mapped
#include <MAP>
#include "lib/input.glsl#mapped"
RECORD recordAt(uint i) { return src[src_at + recordOf(i)]; }

#part counted
#include "lib/input.glsl#counted"
uint recordOf(uint i) { return i; }

#part counted_mapped
#include <MAP>
#include "lib/input.glsl#counted_mapped"
uint recordAt(uint i) { return i; }
