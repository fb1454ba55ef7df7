// SPDX-License-Identifier: MIT
// The value of a texel is its four channels.
VALUE texelValue(vec4 texel, ivec2 at) { return FROM_WORDS(floatBitsToUint(texel)); }
