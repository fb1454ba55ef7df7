// SPDX-License-Identifier: MIT
// Operator: max of uint.
#define ITEM uint
#define ITEM_IDENTITY 0u
ITEM combine(ITEM a, ITEM b) { return max(a, b); }
