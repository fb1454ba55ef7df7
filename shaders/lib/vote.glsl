// SPDX-License-Identifier: MIT
// The votes of a tile. Every invocation votes in each round. The workgroup keeps a LaneMask for
// each round and subgroup, in item order (round first). Call votesClear, sync, vote for each round,
// sync; then read votes[].
#include "lib/lanes.glsl"
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
