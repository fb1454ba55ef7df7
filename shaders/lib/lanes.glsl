// SPDX-License-Identifier: MIT
// Lane operations under one set of names, in three ways: KHR_shader_subgroup, ARB_shader_ballot, or neither, where a
// "subgroup" is a run of LANE_COUNT invocations that meet in shared memory (lib/vote.glsl, lib/match.glsl).
// threadIndex() counts invocations so that a subgroup's lanes are consecutive; use it, not gl_LocalInvocationIndex,
// for everything that a subgroup does together. Every workgroup is whole subgroups, and all lanes are active where
// these functions are called.
#include "lib/sync.glsl"

#if LANE_COUNT > 32
#define LaneMask uvec2
#define NO_LANES uvec2(0u)
#else
#define LaneMask uint
#define NO_LANES 0u
#endif

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

#if LANE_COUNT > 32
uint maskCount(LaneMask m) { return uint(bitCount(m.x) + bitCount(m.y)); }
LaneMask lanesBelow()
{
    uint l = laneIndex();
    return l < 32u ? uvec2((1u << l) - 1u, 0u) : uvec2(0xFFFFFFFFu, (1u << (l - 32u)) - 1u);
}
LaneMask laneBit()
{
    uint l = laneIndex();
    return l < 32u ? uvec2(1u << l, 0u) : uvec2(0u, 1u << (l - 32u));
}
uint lastLane(LaneMask m) { return m.y != 0u ? uint(findMSB(m.y)) + 33u : uint(findMSB(m.x) + 1); }
bool isFirstLane(LaneMask m) { return (m.x != 0u ? uint(findLSB(m.x)) : 32u + uint(findLSB(m.y))) == laneIndex(); }
#else
uint maskCount(LaneMask m) { return uint(bitCount(m)); }
LaneMask lanesBelow() { return (1u << laneIndex()) - 1u; }
LaneMask laneBit() { return 1u << laneIndex(); }
uint lastLane(LaneMask m) { return uint(findMSB(m) + 1); }  // one more than it; 0 when there is none
bool isFirstLane(LaneMask m) { return uint(findLSB(m)) == laneIndex(); }
#endif

#if LANES == LANES_KHR
LaneMask laneBallot(bool yes)
{
    uvec4 b = subgroupBallot(yes);
#if LANE_COUNT > 32
    return b.xy;
#else
    return b.x;
#endif
}
#elif LANES == LANES_BALLOT
LaneMask laneBallot(bool yes)
{
    uvec2 b = unpackUint2x32(ballotARB(yes));
#if LANE_COUNT > 32
    return b;
#else
    return b.x;
#endif
}
#endif
