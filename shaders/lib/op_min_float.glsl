// SPDX-License-Identifier: MIT
// Operator: min of float.
#define ITEM float
#define ITEM_IDENTITY uintBitsToFloat(0x7F800000u)
ITEM combine(ITEM a, ITEM b) { return min(a, b); }
