// SPDX-License-Identifier: MIT
// Operator: max of int.
#define ITEM int
#define ITEM_IDENTITY (-0x7FFFFFFF - 1)
ITEM combine(ITEM a, ITEM b) { return max(a, b); }
