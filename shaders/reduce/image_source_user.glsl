// SPDX-License-Identifier: MIT
// The value of a texel is made by the caller's own VALUE map(vec4 texel, ivec2 at).
VALUE texelValue(vec4 texel, ivec2 at) { return map(texel, at); }
