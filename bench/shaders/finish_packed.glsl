// SPDX-License-Identifier: MIT
// The last texel's channels are four parts of the result.
RESULT resultOf(VALUE v) { return COMBINE(COMBINE(v.x, v.y), COMBINE(v.z, v.w)); }
