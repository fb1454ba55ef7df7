// SPDX-License-Identifier: MIT
// Many keys of a word are sorted by their most significant digits first. Two passes order them by
// their highest 16 bits. The keys that are equal in these bits are a bucket, and a workgroup sorts
// each bucket in shared memory. A sort of keys of two words goes by buckets too, but its sample is
// a kernel, its buckets begin at any bit, and a workgroup sorts a window of them (radix/msd.glsl).
//
// A number is a key as a sortable word, turned over if the sort descends. So numbers ascend in the
// order of the result.

#part none
// BUCKETS of a sort that takes the least significant digit first.
bool goesByBuckets(uint n) { return false; }

#part number
// The number of a key. KEYS comes before.
uniform uint descending;

uint numberOf(KEY key) { return sortable(key) ^ (0u - descending); }

#part sample
// BUCKETS of a sort that may go by buckets: a sample of the keys decides. All workgroups take the
// same sample, a key for each invocation, so that they need not wait for each other.
//
// The sort goes by the least significant digit in three cases. SAMPLE_EQUAL sampled keys have a
// bucket in which another sampled key is. Of 512 random keys two do. Or one of the SAMPLE_RANGES
// equal ranges of numbers has SAMPLE_MOST sampled keys. Of 512 random keys 8 are in one of 64. Or
// the keys are nearly in order: fewer than SAMPLE_FALLS sampled keys are less than the one before,
// or all but as many. The most significant digits of neighbours are then the same, which is slow.
// Buckets are sorted right whatever the sample has missed, and slower.
#include "radix/msd.glsl#plan"
#include "radix/msd.glsl#scattered"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
layout(std430, binding = BIND_ARGS) writeonly buffer Args { uint args[]; };
uniform uint pass_tile;  // the keys of a tile of the passes that buckets replace

#define SAMPLE_SLOTS (KEY_PASSES * RADIX)
#define SAMPLE_PROBES 32u  // a key that finds no slot counts as equal

shared uint sample_equal;
shared uint sample_falls;

// Whether another sampled key has the bucket. digit_total is a table of the buckets plus 1.
bool inSample(uint bucket)
{
    for (uint p = 0u; p < SAMPLE_PROBES; p++) {
        uint before = atomicCompSwap(digit_total[(scattered(bucket) >> 8u) + p & (SAMPLE_SLOTS - 1u)], 0u, bucket + 1u);
        if (before == 0u) return false;
        if (before == bucket + 1u) return true;
    }
    return true;
}

uint sampled(uint t, uint step, uint n) { return sortable(keyAt(min(t * step + scattered(t) % step, max(n, 1u) - 1u))); }

// Decides, and writes the workgroups of the dispatches that follow. Contains barriers. digit_total
// and distinct_slots are overwritten.
bool goesByBuckets(uint n)
{
    uint t = threadIndex();
    uint step = max(n / GROUP_SIZE, 1u);
    uint number = sampled(t, step, n);
    uint next = sampled(t + 1u, step, n);
    uint bucket = number >> 16u;
    for (uint i = t; i < SAMPLE_SLOTS; i += GROUP_SIZE) digit_total[i] = 0u;
    for (uint i = t; i < SAMPLE_RANGES; i += GROUP_SIZE) distinct_slots[i] = 0u;
    if (t == 0u) {
        sample_equal = 0u;
        sample_falls = 0u;
    }
    sync();
    if (next < number) atomicAdd(sample_falls, 1u);
    uint equal = inSample(bucket) ? 1u : 0u;
    if (atomicAdd(distinct_slots[bucket / (BUCKETS / SAMPLE_RANGES)], 1u) + 1u >= SAMPLE_MOST) equal = SAMPLE_EQUAL;
    if (equal != 0u) atomicAdd(sample_equal, equal);
    sync();
    bool mixed = sample_falls >= SAMPLE_FALLS && sample_falls <= GROUP_SIZE - SAMPLE_FALLS;
    bool buckets = n > 0u && sample_equal < SAMPLE_EQUAL && mixed;
    // Three words for each dispatch, an invocation each: see radix/msd_count.comp.glsl.
    bool passes_word = t >= ARGS_PASSES && t < ARGS_PASSES + 4u;
    if (workgroupIndex() == 0u && (t < ARGS_WINDOWS + 4u || passes_word) && t % 4u < 3u) {
        uint groups = passes_word ? n / pass_tile + min(n % pass_tile, 1u) : BUCKETS / 256u;
        if (passes_word == buckets) groups = 0u;
        args[t] = t % 4u == 0u ? groups : t == ARGS_WINDOWS + 1u ? 256u : 1u;
    }
    if (workgroupIndex() == 0u && t == 0u) {
        plan[PLAN_SHIFTS] = buckets ? 16u : 0u;  // all 32 bits are sorted by
        plan[PLAN_SHIFTS + 1u] = plan[PLAN_SHIFTS] + RADIX_BITS;
        plan[PLAN_WINDOWS] = buckets ? 1u : 0u;
        plan[PLAN_REST] = 0u;
        plan[PLAN_REST + 1u] = 0u;
    }
    sync();
    return buckets;
}
