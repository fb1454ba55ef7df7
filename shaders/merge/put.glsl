// SPDX-License-Identifier: MIT
// The outputs (PUT): putKey writes item i of Dst, and putPlace the place of query i. RESULT is the
// type of what the caller's own finish returns. FROM_KEY makes its argument of an item.

#part keys
// Items.
layout(std430, binding = BIND_DST) writeonly buffer Dst { KEY_STORED dst[]; };
uniform uint dst_at;

void putKey(uint i, KEY key) { STORE_KEY(dst, dst_at, i, key); }

#part places
// Places.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void putPlace(uint i, uint place) { dst[dst_at + i] = place; }

#part key_results place_results
#include <ITEM_RESULT>
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };
uniform uint dst_at;

#part key_results
// The results of items.
void putKey(uint i, KEY key) { dst[dst_at + i] = finish(FROM_KEY(key), i); }

#part place_results
// The results of places.
void putPlace(uint i, uint place) { dst[dst_at + i] = finish(place, i); }
