// SPDX-License-Identifier: MIT
// Operator: min of int.
#define ITEM int
#define ITEM_IDENTITY 0x7FFFFFFF
ITEM combine(ITEM a, ITEM b) { return min(a, b); }
