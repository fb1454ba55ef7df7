// SPDX-License-Identifier: MIT
// Lane operations under one set of names, in three tiers: KHR_shader_subgroup, ARB_shader_ballot,
// or neither. Without either a "subgroup" is a run of LANE_COUNT invocations that share words of
// shared memory (lib/vote.glsl, lib/match.glsl). threadIndex() counts invocations so that a
// subgroup's lanes are consecutive; use it, not gl_LocalInvocationIndex, for all that a subgroup
// does together. Every workgroup is whole subgroups, and all lanes are active where these functions
// are called.
#include "lib/sync.glsl"

#if LANES == LANES_KHR
uint laneIndex() { return gl_SubgroupInvocationID; }
uint subgroupIndex() { return gl_SubgroupID; }
#elif LANES == LANES_BALLOT
uint laneIndex() { return gl_SubGroupInvocationARB; }
uint subgroupIndex() { return gl_LocalInvocationIndex / LANE_COUNT; }
#else
uint laneIndex() { return gl_LocalInvocationIndex % LANE_COUNT; }
uint subgroupIndex() { return gl_LocalInvocationIndex / LANE_COUNT; }
#endif

uint threadIndex() { return subgroupIndex() * LANE_COUNT + laneIndex(); }

#include "lib/lane_mask.glsl"

#if LANES == LANES_KHR
// A LaneMask takes only the words that the lanes need.
LaneMask laneBallot(bool yes) { return LaneMask(subgroupBallot(yes)); }
#elif LANES == LANES_BALLOT
LaneMask laneBallot(bool yes) { return LaneMask(unpackUint2x32(ballotARB(yes))); }
#endif
