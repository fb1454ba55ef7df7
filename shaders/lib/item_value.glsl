// SPDX-License-Identifier: MIT
// Items are values. VALUE, VALUE_IDENTITY and combine(VALUE, VALUE) stand before this.
#define ITEM VALUE
#define ITEM_IDENTITY VALUE_IDENTITY
#define ITEM_SHUFFLES VALUE_SHUFFLES
#define ITEM_ADDS VALUE_ADDS
#define ITEM_HEADS 0
#include "lib/shuffle.glsl"

ITEM itemOf(VALUE v, bool head) { return v; }
VALUE valueOf(ITEM item) { return item; }
VALUE exclusiveOf(ITEM before, ITEM here) { return before; }
uint headOf(ITEM item) { return 0u; }
