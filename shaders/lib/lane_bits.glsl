// SPDX-License-Identifier: MIT
// A bit for each item of a tile in shared memory, in rows of LANE_BIT_WORDS words: every invocation
// says yes or no for item i, where the lanes of a subgroup have consecutive items. Call clearBits,
// sync, setBit for each row and item from uniform control flow, sync; then read lane_bits[]. Where
// lanes can vote a subgroup writes once, and not each lane by an atomic operation on the word that
// all of them share.
#include "lib/lanes.glsl"
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
