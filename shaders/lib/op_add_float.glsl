// SPDX-License-Identifier: MIT
// Operator: add of float.
#define ITEM float
#define ITEM_IDENTITY 0.0
ITEM combine(ITEM a, ITEM b) { return a + b; }
