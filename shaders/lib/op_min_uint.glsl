// SPDX-License-Identifier: MIT
// Operator: min of uint.
#define ITEM uint
#define ITEM_IDENTITY 0xFFFFFFFFu
ITEM combine(ITEM a, ITEM b) { return min(a, b); }
