// SPDX-License-Identifier: MIT
// Operator: add of uint.
#define ITEM uint
#define ITEM_IDENTITY 0u
ITEM combine(ITEM a, ITEM b) { return a + b; }
