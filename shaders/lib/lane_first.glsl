// SPDX-License-Identifier: MIT
// laneFirst: the first lane's value, in all lanes of the subgroup. All lanes must be active.
// LANES_SHARED has no laneFirst, so kernels that use it do not exist there.
#include "lib/lanes.glsl"

#if LANES == LANES_KHR
uint laneFirst(uint v) { return subgroupBroadcastFirst(v); }
#elif LANES == LANES_BALLOT
uint laneFirst(uint v) { return readFirstInvocationARB(v); }
#endif
