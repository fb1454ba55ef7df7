// SPDX-License-Identifier: MIT
// Computes the number of words in half of an opacity volume, and the arguments of the dispatch that
// zeroes them.
// Grid: one invocation. Reads: Slots, Count. Writes: Plan (words, then arguments). CPU twin:
// shadow_volume_test.go.
#include "lib/count.glsl"

layout(local_size_x = 1) in;
layout(std430, binding = BIND_SLOTS) readonly buffer Slots { uint slots[]; };
layout(std430, binding = BIND_PLAN) writeonly buffer Plan { uint plan[]; };

void main()
{
    uint words = slots[itemCount()] * (TILE * TILE * HALF_SLICES);
    uint groups = (words + 4u * GROUP_SIZE - 1u) / (4u * GROUP_SIZE);
    plan[0] = words;
    plan[1] = min(groups, MAX_GROUPS);
    plan[2] = (groups + MAX_GROUPS - 1u) / MAX_GROUPS;
    plan[3] = 1u;
}
