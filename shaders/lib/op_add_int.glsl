// SPDX-License-Identifier: MIT
// Operator: add of int.
#define ITEM int
#define ITEM_IDENTITY 0
ITEM combine(ITEM a, ITEM b) { return a + b; }
