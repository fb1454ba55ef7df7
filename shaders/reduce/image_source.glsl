// SPDX-License-Identifier: MIT
// The input of an image reduction: texelValue converts a texel to a value.

#part channels
// The value of a texel is its four channels.
VALUE texelValue(vec4 texel, ivec2 at) { return FROM_WORDS(floatBitsToUint(texel)); }

#part user
// The caller's own VALUE map(vec4 texel, ivec2 at) computes the value of a texel.
VALUE texelValue(vec4 texel, ivec2 at) { return map(texel, at); }

#part weighted
// The value of a texel is its weighted channel.
#include "reduce/image_weighted.glsl"

VALUE texelValue(vec4 texel, ivec2 at) { return FROM_WORDS(floatBitsToUint(weighted(texel))); }
