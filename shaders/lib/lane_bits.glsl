// SPDX-License-Identifier: MIT
// One bit for each item of a tile in shared memory, in rows of LANE_BIT_WORDS words. The lanes of a
// subgroup have consecutive items. Call clearBits, sync, setBit for each row and item from uniform
// control flow, sync; then read lane_bits[]. Where lanes can vote, a subgroup writes a word once,
// instead of one atomic operation a lane.
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
