// SPDX-License-Identifier: MIT
// Operator: max of float.
#define ITEM float
#define ITEM_IDENTITY uintBitsToFloat(0xFF800000u)
ITEM combine(ITEM a, ITEM b) { return max(a, b); }
