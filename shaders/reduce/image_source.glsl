// SPDX-License-Identifier: MIT
// The input of an image reduction: texelValue makes a value of one texel.

#part channels
// The value of a texel is its four channels.
VALUE texelValue(vec4 texel, ivec2 at) { return FROM_WORDS(floatBitsToUint(texel)); }

#part user
// The value of a texel is made by the caller's own VALUE map(vec4 texel, ivec2 at).
VALUE texelValue(vec4 texel, ivec2 at) { return map(texel, at); }

#part weighted
// The value of a texel is its weighted channel.
#include "reduce/image_weighted.glsl"

VALUE texelValue(vec4 texel, ivec2 at) { return FROM_WORDS(floatBitsToUint(weighted(texel))); }
