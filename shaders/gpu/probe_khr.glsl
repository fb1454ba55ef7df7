// SPDX-License-Identifier: MIT
uint laneCount() { return gl_SubgroupSize; }
uint laneGroup() { return gl_SubgroupID; }
uint lane() { return gl_SubgroupInvocationID; }
bool ballotNamesMe() { return subgroupBallotBitExtract(subgroupBallot(true), lane()) && subgroupBallotBitCount(subgroupBallot(lane() == 1u)) == 1u; }
