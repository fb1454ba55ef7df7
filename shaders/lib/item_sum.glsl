// SPDX-License-Identifier: MIT
// Items are counts, and are added up modulo 2^32.
#define ITEM uint
#define ITEM_IDENTITY 0u
#define ITEM_SHUFFLES 1
#define ITEM_ADDS 1
uint combine(uint a, uint b) { return a + b; }
#include "lib/shuffle.glsl"
