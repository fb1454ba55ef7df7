// SPDX-License-Identifier: MIT
// laneFirst: the value of the subgroup's first lane, in all of them. All lanes are active. There is no such thing of shared
// memory here.
#include "lib/lanes.glsl"

#if LANES == LANES_KHR
uint laneFirst(uint v) { return subgroupBroadcastFirst(v); }
#elif LANES == LANES_BALLOT
uint laneFirst(uint v) { return readFirstInvocationARB(v); }
#endif
