// SPDX-License-Identifier: MIT
// Decides by a sample of the keys whether a sort takes the most significant digits first
// (radix/msd.glsl). All workgroups find the buckets from the same COMMON keys. Each then counts the
// buckets of other keys: groups of four neighbours, about one in SAMPLE_STEP. If SAMPLE_MOST of
// them lie in one bucket, or COMMON_MOST of the common keys in buckets that are equal modulo COMMON,
// the sort goes by the least significant digit.
// Grid: one workgroup for each GROUP_SIZE * ITEMS_PER_THREAD sampled keys, in one or two
// dimensions. Reads: Keys, Count. Writes: State, Fault. Reads and writes: Plan.
// CPU twin: none: either way the result is the same.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "lib/fault.glsl"
#include <KEYS>
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/msd.glsl#buckets"

#define COMMON 1024u
#define COMMON_EACH (COMMON / GROUP_SIZE)
layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_STATE) writeonly buffer State { uint state[]; };
uniform uint half_begin;  // of Plan
uniform uint half_next;
uniform uint first_bit;
uniform uint bit_count;

shared uint differing[2];      // the bits in which the common numbers differ
shared uint bucket_keys[COMMON];
shared uint skewed;

uint scattered(uint i)
{
    i *= 2654435761u;
    return i ^ i >> 15u;
}

// The sampled key of a number, of all workgroups. It may be past the end.
uint sampledAt(uint q) { return (q / 4u * SAMPLE_STEP + scattered(q / 4u) % SAMPLE_STEP) * 4u + q % 4u; }

void clearWords(uint group, uint t)
{
    uint turn = gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE;
    for (uint i = group * GROUP_SIZE + t; i < HALF_WORDS; i += turn) plan[half_next + i] = 0u;
    for (uint i = group * GROUP_SIZE + t; i < 2u * MAX_PASSES * RADIX; i += turn) state[i] = 0u;
}

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    uint t = gl_LocalInvocationIndex;
    clearWords(group, t);
    if (n == 0u) return;
    uvec2 common_number[COMMON_EACH];
    uint step = max(n / COMMON, 1u);
    for (uint k = 0u; k < COMMON_EACH; k++) {
        uint i = k * GROUP_SIZE + t;
        common_number[k] = keyAt(min(i * step + scattered(i) % step, n - 1u));
    }
    uvec2 number[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        number[k] = keyAt(min(sampledAt((group * ITEMS_PER_THREAD + k) * GROUP_SIZE + t), n - 1u));
    }
    uvec2 one = numberOf(keyAt(0u));
    if (t < 2u) differing[t] = 0u;
    if (t == 0u) skewed = 0u;
    for (uint i = t; i < COMMON; i += GROUP_SIZE) bucket_keys[i] = 0u;
    sync();
    uvec2 differs = uvec2(0u);
    for (uint k = 0u; k < COMMON_EACH; k++) {
        common_number[k] = numberOf(common_number[k]);
        differs |= common_number[k] ^ one;
    }
    atomicOr(differing[0], differs.x);
    atomicOr(differing[1], differs.y);
    sync();
    int high = differing[1] != 0u ? findMSB(differing[1]) + 32 : findMSB(differing[0]);
    uint base = uint(clamp(high - 15, int(first_bit), int(first_bit + bit_count) - 16));
    uvec2 within = base < 16u ? uvec2((1u << (base + 16u)) - 1u, 0u) : uvec2(0xFFFFFFFFu, 0xFFFFFFFFu >> (48u - base));
    if (base == 16u) within.y = 0u;
    uvec2 from = one & ~within;
    for (uint k = 0u; k < COMMON_EACH; k++) {
        if (atomicAdd(bucket_keys[bucketFrom(common_number[k], from, base) % COMMON], 1u) + 1u >= COMMON_MOST) skewed = 1u;
    }
    sync();
    if (group == 0u && t == 0u) {
        checkCount();
        plan[PLAN_OUTSIDE] = 0u;
        plan[PLAN_FROM] = from.x;
        plan[PLAN_FROM + 1u] = from.y;
        plan[PLAN_TO] = from.x | within.x;
        plan[PLAN_TO + 1u] = from.y | within.y;
        plan[PLAN_BASE] = base;
        if (skewed != 0u) atomicOr(plan[half_begin], 1u);
    }
    if (skewed != 0u) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (sampledAt((group * ITEMS_PER_THREAD + k) * GROUP_SIZE + t) >= n) continue;
        uint bucket = bucketFrom(numberOf(number[k]), from, base);
        if (atomicAdd(plan[half_begin + 1u + bucket], 1u) + 1u >= SAMPLE_MOST) atomicOr(plan[half_begin], 1u);
    }
}
