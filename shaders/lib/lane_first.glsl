// SPDX-License-Identifier: MIT
// laneFirst: the first lane's value, in all lanes of the subgroup; all are active. LANES_SHARED has
// none: a kernel that uses it is not made there.
#include "lib/lanes.glsl"

#if LANES == LANES_KHR
uint laneFirst(uint v) { return subgroupBroadcastFirst(v); }
#elif LANES == LANES_BALLOT
uint laneFirst(uint v) { return readFirstInvocationARB(v); }
#endif
