// SPDX-License-Identifier: MIT
// Lane operations under one set of names, in three tiers: KHR_shader_subgroup, ARB_shader_ballot,
// or neither.

#part base
// Without either extension a "subgroup" is a run of LANE_COUNT invocations that share words of
// shared memory (the part vote, lib/match.glsl). threadIndex() counts invocations so that a
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

// A bit for each lane of a subgroup of up to 128 lanes: one, two or four words.
#if LANE_COUNT > 64
#define LaneMask uvec4
#define NO_LANES uvec4(0u)
uint maskCount(LaneMask m) { ivec4 c = bitCount(m); return uint(c.x + c.y + c.z + c.w); }
uint lastLane(LaneMask m)
{
    ivec4 bit = findMSB(m);
    return uint(bit.w >= 0 ? bit.w + 97 : bit.z >= 0 ? bit.z + 65 : bit.y >= 0 ? bit.y + 33 : bit.x + 1);
}
#elif LANE_COUNT > 32
#define LaneMask uvec2
#define NO_LANES uvec2(0u)
uint maskCount(LaneMask m) { ivec2 c = bitCount(m); return uint(c.x + c.y); }
uint lastLane(LaneMask m)
{
    ivec2 bit = findMSB(m);
    return uint(bit.y >= 0 ? bit.y + 33 : bit.x + 1);
}
#else
#define LaneMask uint
#define NO_LANES 0u
uint maskCount(LaneMask m) { return uint(bitCount(m)); }
// The last set lane + 1, or 0 if none is set.
uint lastLane(LaneMask m) { return uint(findMSB(m) + 1); }
#endif

#if LANE_COUNT > 64
uint firstLane(LaneMask m)  // of a mask that is not empty
{
    ivec4 bit = findLSB(m);
    return uint(bit.x >= 0 ? bit.x : bit.y >= 0 ? bit.y + 32 : bit.z >= 0 ? bit.z + 64 : bit.w + 96);
}
#elif LANE_COUNT > 32
uint firstLane(LaneMask m)
{
    ivec2 bit = findLSB(m);
    return uint(bit.x >= 0 ? bit.x : bit.y + 32);
}
#else
uint firstLane(LaneMask m) { return uint(findLSB(m)); }
#endif

#if LANE_COUNT > 32
uint wordBelow(uint word)
{
    uint lanes = laneIndex() - min(laneIndex(), 32u * word);
    return lanes < 32u ? (1u << lanes) - 1u : 0xFFFFFFFFu;
}
uint wordBit(uint word) { return laneIndex() / 32u == word ? 1u << (laneIndex() % 32u) : 0u; }
#if LANE_COUNT > 64
LaneMask lanesBelow() { return uvec4(wordBelow(0u), wordBelow(1u), wordBelow(2u), wordBelow(3u)); }
LaneMask laneBit() { return uvec4(wordBit(0u), wordBit(1u), wordBit(2u), wordBit(3u)); }
#else
LaneMask lanesBelow() { return uvec2(wordBelow(0u), wordBelow(1u)); }
LaneMask laneBit() { return uvec2(wordBit(0u), wordBit(1u)); }
#endif
bool isFirstLane(LaneMask m) { return (m & laneBit()) != NO_LANES && (m & lanesBelow()) == NO_LANES; }
#else
LaneMask lanesBelow() { return (1u << laneIndex()) - 1u; }
LaneMask laneBit() { return 1u << laneIndex(); }
bool isFirstLane(LaneMask m) { return uint(findLSB(m)) == laneIndex(); }
#endif

#if LANES == LANES_KHR
// A LaneMask takes only the words that the lanes need.
LaneMask laneBallot(bool yes) { return LaneMask(subgroupBallot(yes)); }
#elif LANES == LANES_BALLOT
LaneMask laneBallot(bool yes) { return LaneMask(unpackUint2x32(ballotARB(yes))); }
#endif

#part first
// laneFirst: the first lane's value, in all lanes of the subgroup. All lanes must be active.
// LANES_SHARED has no laneFirst, so kernels that use it do not exist there.
#include "lib/lanes.glsl#base"

#if LANES == LANES_KHR
uint laneFirst(uint v) { return subgroupBroadcastFirst(v); }
#elif LANES == LANES_BALLOT
uint laneFirst(uint v) { return readFirstInvocationARB(v); }
#endif

#part shuffle
// laneValue: another lane's value. All lanes must be active. Kernels that use it exist with
// LANES_KHR alone.
#include "lib/lanes.glsl#first"

#if LANES == LANES_KHR
uint laneValue(uint v, uint lane) { return subgroupShuffle(v, lane); }
uvec2 laneValue(uvec2 v, uint lane) { return uvec2(subgroupShuffle(v.x, lane), subgroupShuffle(v.y, lane)); }
uvec3 laneValue(uvec3 v, uint lane) { return uvec3(laneValue(v.xy, lane), subgroupShuffle(v.z, lane)); }
#endif

#part vote
// The votes of a tile. Every invocation votes in each round. The workgroup keeps a LaneMask for
// each round and subgroup, in item order (round first). Call votesClear, sync, vote for each round,
// sync; then read votes[].
#include "lib/lanes.glsl#base"
shared LaneMask votes[VOTE_ROUNDS * SUBGROUP_COUNT];

#if LANES == LANES_SHARED
void votesClear()
{
    for (uint i = threadIndex(); i < VOTE_ROUNDS * SUBGROUP_COUNT; i += GROUP_SIZE) votes[i] = NO_LANES;
}
void vote(uint round, bool yes)
{
    if (yes) atomicOr(votes[round * SUBGROUP_COUNT + subgroupIndex()], 1u << laneIndex());
}
#else
void votesClear() {}
void vote(uint round, bool yes)
{
    LaneMask m = laneBallot(yes);
    if (laneIndex() == 0u) votes[round * SUBGROUP_COUNT + subgroupIndex()] = m;
}
#endif

#part bits
// One bit for each item of a tile in shared memory, in rows of LANE_BIT_WORDS words. The lanes of a
// subgroup have consecutive items. Call clearBits, sync, setBit for each row and item from uniform
// control flow, sync; then read lane_bits[]. Where lanes can vote, a subgroup writes a word once,
// instead of one atomic operation a lane.
#include "lib/lanes.glsl#base"
shared uint lane_bits[LANE_BIT_ROWS * LANE_BIT_WORDS];

void clearBits()
{
    for (uint w = threadIndex(); w < LANE_BIT_ROWS * LANE_BIT_WORDS; w += GROUP_SIZE) lane_bits[w] = 0u;
}

#if LANES == LANES_SHARED
void setBit(uint row, uint i, bool yes)
{
    if (yes) atomicOr(lane_bits[row * LANE_BIT_WORDS + i / 32u], 1u << (i % 32u));
}
#elif LANE_COUNT > 32
void setBit(uint row, uint i, bool yes)
{
    LaneMask m = laneBallot(yes);
    if (laneIndex() % 32u == 0u) lane_bits[row * LANE_BIT_WORDS + i / 32u] = m[laneIndex() / 32u];
}
#elif LANE_COUNT == 32
void setBit(uint row, uint i, bool yes)
{
    LaneMask m = laneBallot(yes);
    if (laneIndex() == 0u) lane_bits[row * LANE_BIT_WORDS + i / 32u] = m;
}
#else
void setBit(uint row, uint i, bool yes)
{
    LaneMask m = laneBallot(yes);
    if (laneIndex() == 0u && m != NO_LANES) atomicOr(lane_bits[row * LANE_BIT_WORDS + i / 32u], m << (i % 32u));
}
#endif
