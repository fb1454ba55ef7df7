// SPDX-License-Identifier: MIT
// itemShuffle: the item of another lane, where subgroups can exchange it. They cannot exchange a
// caller's struct; LANE_ITEMS is then 0, and shared memory is used.
#include "lib/lanes.glsl"

#if LANES == LANES_KHR && ITEM_SHUFFLES == 1
#define LANE_ITEMS 1
ITEM itemShuffle(ITEM v, uint lane) { return subgroupShuffle(v, lane); }
#elif LANES == LANES_KHR && ITEM_SHUFFLES == 2
#define LANE_ITEMS 1
ITEM itemShuffle(ITEM v, uint lane) { return ITEM(subgroupShuffle(v.v, lane), subgroupShuffle(v.head, lane)); }
#else
#define LANE_ITEMS 0
#endif
