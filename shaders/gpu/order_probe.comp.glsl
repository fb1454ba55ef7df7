// SPDX-License-Identifier: MIT
// Tests whether the lanes of a subgroup that add to one word of shared memory do so in lane order.
// Then atomicAdd returns to each lane that adds 1 the number of such lanes before it. Both forms of
// a sort are tested (lib/match.glsl). In the first, all lanes add, some of them 0, so that the
// compiler cannot see the amount. In the second, lanes with nothing to add skip the addition; an
// H200's compiler then adds once for all lanes of a word. Each subgroup has words of its own, and
// subgroups do not wait for each other. Runs once a device. NVIDIA's compiler takes a fifth of the
// time for it without unrolled loops.
// Grid: some workgroups. Writes: Probe, the number of lanes with a wrong count. CPU twin: none, it
// measures the GPU.
#pragma optionNV(unroll none)
#include "lib/lanes.glsl#base"
#include "lib/grid.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_PROBE) buffer Probe { uint misplaced; };

#define RADIX 256u
#define ROUNDS 8u
shared uint word_count[SUBGROUP_COUNT * RADIX];
shared uint lane_word[GROUP_SIZE];

// Returns the word that a lane adds to: one of 1, 2, 11 or all RADIX words of its subgroup. adds is
// the amount: mostly 1, else 0.
uint wordOf(uint pattern, uint round, out uint adds)
{
    uint words = pattern == 0u ? 1u : pattern == 1u ? 2u : pattern == 2u ? 11u : RADIX;
    uint r = (threadIndex() + GROUP_SIZE * (round + ROUNDS * (pattern + 4u * workgroupIndex()))) * 0x9E3779B9u;
    adds = min(r >> 24u & 15u, 1u);
    return (r >> 16u ^ r >> 3u) % words;
}

uint misplacedAdds(uint pattern, bool known)
{
    uint wrong = 0u;
    for (uint i = threadIndex(); i < SUBGROUP_COUNT * RADIX; i += GROUP_SIZE) word_count[i] = 0u;
    sync();
    uint got[ROUNDS];
    uint adds;
    for (uint k = 0u; k < ROUNDS; k++) {
        uint word = wordOf(pattern, k, adds);
        uint at = subgroupIndex() * RADIX + word;
        if (!known) got[k] = atomicAdd(word_count[at], adds);
        else got[k] = adds == 1u ? atomicAdd(word_count[at], 1u) : 0u;
    }
    sync();
    for (uint i = threadIndex(); i < SUBGROUP_COUNT * RADIX; i += GROUP_SIZE) word_count[i] = 0u;
    for (uint k = 0u; k < ROUNDS; k++) {
        uint at = subgroupIndex() * RADIX + wordOf(pattern, k, adds);
        lane_word[threadIndex()] = 2u * at + adds;
        sync();
        uint before = word_count[at];
        for (uint lane = 0u; lane < laneIndex(); lane++) {
            if (lane_word[threadIndex() - laneIndex() + lane] == 2u * at + 1u) before++;
        }
        if (adds == 1u && got[k] != before) wrong++;
        sync();
        atomicAdd(word_count[at], adds);
        sync();
    }
    return wrong;
}

void main()
{
    uint wrong = 0u;
    for (uint pattern = 0u; pattern < 4u; pattern++) wrong += misplacedAdds(pattern, false) + misplacedAdds(pattern, true);
    if (wrong > 0u) atomicAdd(misplaced, wrong);
}
