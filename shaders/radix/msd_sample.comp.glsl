// SPDX-License-Identifier: MIT
// Decides by a sample of the keys whether a sort takes the most significant digits first
// (radix/msd.glsl). All workgroups find the buckets from the same keys, one for each invocation.
// Each then samples others: groups of four neighbours, about one in sample_step. The sort goes by
// the least significant digit in three cases. COMMON_MOST of the common keys lie in buckets equal
// modulo GROUP_SIZE. Or sample_most of the others lie in one bucket. Or one in SAMPLE_EQUAL has the
// same 32 highest bits as another: windows of many equal keys are slow. Seen finds most of those;
// it is a table whose older entries are lost.
// Grid: one workgroup for each GROUP_SIZE * ITEMS_PER_THREAD sampled keys, in one or two
// dimensions. Reads: Keys, Count. Writes: State, Args, Fault. Reads and writes: Plan, Seen.
// CPU twin: none: either way the result is the same.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "lib/fault.glsl"
#include <KEYS>
#include "radix/msd.glsl#plan"
#include "radix/msd.glsl#scattered"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/msd.glsl#buckets"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_STATE) writeonly buffer State { uint state[]; };
layout(std430, binding = BIND_ARGS) writeonly buffer Args { uint args[]; };
layout(std430, binding = BIND_SEEN) buffer Seen { uint seen[]; };  // scratch, with any content
uniform uint seen_at;
uniform uint seen_mask;   // its words, a power of two, less 1
uniform uint seen_epoch;  // of this sort: an entry of another one is not equal
uniform uint half_begin;  // of Plan
uniform uint half_next;
uniform uint first_bit;
uniform uint bit_count;
uniform uint sample_step;
uniform uint sample_most;
uniform uint chain_tile;  // the keys of a pass's tile

shared uint differing[2];  // the bits in which the common numbers differ
shared uint bucket_keys[GROUP_SIZE];
shared uint skewed;
shared uint equal_keys;

// The sampled key of a number, of all workgroups. It may be past the end.
uint sampledAt(uint q) { return (q / 4u * sample_step + scattered(q / 4u) % sample_step) * 4u + q % 4u; }

void putGroups(uint at, uint groups)
{
    args[at] = groups;
    args[at + 1u] = 1u;
    args[at + 2u] = 1u;
}

void clearWords(uint group, uint t)
{
    uint turn = gl_NumWorkGroups.x * gl_NumWorkGroups.y * GROUP_SIZE;
    for (uint i = group * GROUP_SIZE + t; i < HALF_WORDS; i += turn) plan[half_next + i] = 0u;
    for (uint i = group * GROUP_SIZE + t; i < 2u * STATE_WORDS; i += turn) state[i] = 0u;
}

// Whether the 32 highest bits of a number's bucket and below were seen, mostly.
bool seenBefore(uvec2 number, uvec2 from, uint base)
{
    uvec2 part = minus(number, from);
    uint bits = base >= 16u ? highBits(part, base - 16u) : part.x << (16u - base);
    uint entry = scattered(bits ^ seen_epoch);
    return atomicExchange(seen[seen_at + (scattered(bits) >> 8u & seen_mask)], entry) == entry;
}

// Counts the sampled keys from number q on, a workgroup's apart.
void countSample(uint n, uint q, uvec2 from, uint base)
{
    uvec2 number[ITEMS_PER_THREAD];
    uint count[ITEMS_PER_THREAD];
    uint equal = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) number[k] = keyAt(min(sampledAt(q + k * GROUP_SIZE), n - 1u));
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        number[k] = numberOf(number[k]);
        uint one = sampledAt(q + k * GROUP_SIZE) < n ? 1u : 0u;
        count[k] = atomicAdd(plan[half_begin + HALF_KEYS + bucketFrom(number[k], from, base)], one) + one;
    }
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (sampledAt(q + k * GROUP_SIZE) < n) equal += seenBefore(number[k], from, base) ? 1u : 0u;
    }
    uint most = 0u;
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) most = max(most, count[k]);
    if (most >= sample_most) atomicOr(plan[half_begin], 1u);
    if (equal != 0u) atomicAdd(equal_keys, equal);
    sync();
    if (gl_LocalInvocationIndex == 0u && equal_keys != 0u) {
        uint all = atomicAdd(plan[half_begin + HALF_EQUAL], equal_keys) + equal_keys;
        if (all >= max(n / sample_step / SAMPLE_EQUAL, EQUAL_LEAST)) atomicOr(plan[half_begin], 1u);
    }
}

void main()
{
    uint n = itemCount();
    uint group = workgroupIndex();
    uint t = gl_LocalInvocationIndex;
    clearWords(group, t);
    if (group == 0u && t == 0u) {
        putGroups(ARGS_WITHIN, n / chain_tile + min(n % chain_tile, 1u));
        putGroups(ARGS_OUTSIDE, 0u);
    }
    if (n == 0u) return;
    uint step = max(n / GROUP_SIZE, 1u);
    uvec2 common_number = keyAt(min(t * step + scattered(t) % step, n - 1u));
    common_number = numberOf(common_number);
    uvec2 one = numberOf(keyAt(0u));
    if (t < 2u) differing[t] = 0u;
    if (t == 0u) {
        skewed = 0u;
        equal_keys = 0u;
    }
    bucket_keys[t] = 0u;
    sync();
    atomicOr(differing[0], common_number.x ^ one.x);
    atomicOr(differing[1], common_number.y ^ one.y);
    sync();
    int high = differing[1] != 0u ? findMSB(differing[1]) + 32 : findMSB(differing[0]);
    uint base = uint(clamp(high - 15, int(first_bit), int(first_bit + bit_count) - 16));
    uvec2 within = base < 16u ? uvec2((1u << (base + 16u)) - 1u, 0u) : uvec2(0xFFFFFFFFu, (1u << (base - 16u)) - 1u);
    if (base == 48u) within.y = 0xFFFFFFFFu;
    uvec2 from = one & ~within;
    if (atomicAdd(bucket_keys[bucketFrom(common_number, from, base) % GROUP_SIZE], 1u) + 1u >= COMMON_MOST) skewed = 1u;
    sync();
    if (group == 0u && t == 0u) {
        checkCount();
        plan[PLAN_FROM] = from.x;
        plan[PLAN_FROM + 1u] = from.y;
        plan[PLAN_TO] = from.x | within.x;
        plan[PLAN_TO + 1u] = from.y | within.y;
        plan[PLAN_BASE] = base;
        if (skewed != 0u) atomicOr(plan[half_begin], 1u);
    }
    if (skewed == 0u) countSample(n, group * ITEMS_PER_THREAD * GROUP_SIZE + t, from, base);
}
