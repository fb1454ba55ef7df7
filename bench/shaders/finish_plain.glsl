// SPDX-License-Identifier: MIT
// The last texel is the result.
RESULT resultOf(VALUE v) { return v; }
