// SPDX-License-Identifier: MIT
// groupExclusiveAdd: for each invocation, the sum of v over the invocations before it in threadIndex() order, modulo
// 2^32; total is the sum over the workgroup. Contains barriers: call it from uniform control flow.
#include "lib/lanes.glsl"

#if LANES == LANES_KHR
shared uint group_sums[SUBGROUP_COUNT];

uint groupExclusiveAdd(uint v, out uint total)
{
    uint before = subgroupExclusiveAdd(v);
    if (laneIndex() == LANE_COUNT - 1u) group_sums[subgroupIndex()] = before + v;
    sync();
    uint base = 0u;
#if SUBGROUP_COUNT <= LANE_COUNT
    // A subgroup is wide enough to scan all the sums at once; each does, which saves a barrier.
    uint s = laneIndex() < SUBGROUP_COUNT ? group_sums[laneIndex()] : 0u;
    uint e = subgroupExclusiveAdd(s);
    base = subgroupShuffle(e, subgroupIndex());
    total = subgroupShuffle(e + s, SUBGROUP_COUNT - 1u);
#else
    total = 0u;
    for (uint g = 0u; g < SUBGROUP_COUNT; g++) {
        uint s = group_sums[g];
        base += g < subgroupIndex() ? s : 0u;
        total += s;
    }
#endif
    sync();
    return base + before;
}
#else
// Raking: a few invocations add up runs of RAKE neighbours, one scans the runs, all read back. Four barriers whatever
// the workgroup's size, where a doubling scan takes two for each power of two (2.7 times as long on llvmpipe).
#define RAKE 16u
shared uint group_sums[GROUP_SIZE];
shared uint group_runs[GROUP_SIZE / RAKE + 1u];

uint groupExclusiveAdd(uint v, out uint total)
{
    uint t = threadIndex();
    group_sums[t] = v;
    sync();
    if (t < GROUP_SIZE / RAKE) {
        uint sum = 0u;
        for (uint i = t * RAKE; i < t * RAKE + RAKE; i++) {
            uint x = group_sums[i];
            group_sums[i] = sum;
            sum += x;
        }
        group_runs[t] = sum;
    }
    sync();
    if (t == 0u) {
        uint sum = 0u;
        for (uint i = 0u; i < GROUP_SIZE / RAKE; i++) {
            uint x = group_runs[i];
            group_runs[i] = sum;
            sum += x;
        }
        group_runs[GROUP_SIZE / RAKE] = sum;
    }
    sync();
    uint before = group_sums[t] + group_runs[t / RAKE];
    total = group_runs[GROUP_SIZE / RAKE];
    sync();
    return before;
}
#endif
