// SPDX-License-Identifier: MIT
// The value of a texel is its weighted channel.
#include "reduce/image_weighted.glsl"

VALUE texelValue(vec4 texel, ivec2 at) { return FROM_WORDS(floatBitsToUint(weighted(texel))); }
