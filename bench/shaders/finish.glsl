// SPDX-License-Identifier: MIT
// The result of a pyramid, from its last value.

#part plain
// The last texel is the result.
RESULT resultOf(VALUE v) { return v; }

#part packed
// The last texel's channels are four parts of the result.
RESULT resultOf(VALUE v) { return COMBINE(COMBINE(v.x, v.y), COMBINE(v.z, v.w)); }
