// SPDX-License-Identifier: MIT
// reduce/source.glsl of the inputs of lib/input.glsl.

#part arg
#include "lib/input.glsl#words_at"
#include "reduce/source.glsl#arg"

#part all
#include "lib/input.glsl#words_at"
#include "reduce/source.glsl#all"

#part counted_arg
#include "lib/input.glsl#counted_at"
#include "reduce/source.glsl#arg"

#part counted_all
#include "lib/input.glsl#counted_at"
#include "reduce/source.glsl#all"
