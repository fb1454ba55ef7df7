// SPDX-License-Identifier: MIT
// The step that combines the workers' values into one result.

#part partials
// The workers' results as an array, which the last of them combines in their order. Contains
// barriers.
layout(std430, binding = BIND_PARTIALS) coherent buffer Partials { ITEM partials[]; };
layout(std430, binding = BIND_TICKET) coherent buffer Ticket { uint finished; };  // 0 before and after

shared uint is_last;

void joinShares(uint worker, uint n, ITEM sum)
{
    uint t = threadIndex();
    if (t == 0u) {
        is_last = 1u;
        if (workers > 1u) {
            partials[worker] = sum;
            memoryBarrierBuffer();
            is_last = atomicAdd(finished, 1u) == workers - 1u ? 1u : 0u;
        }
    }
    sync();
    if (is_last == 0u) return;
    if (workers > 1u) {
        memoryBarrierBuffer();
        uint each = (workers + GROUP_SIZE - 1u) / GROUP_SIZE;
        uint end = min(t * each + each, workers);
        sum = ITEM_IDENTITY;
        for (uint i = t * each; i < end; i += ITEMS_PER_THREAD) {  // ITEMS_PER_THREAD loads in flight
            ITEM part[ITEMS_PER_THREAD];  // NVIDIA's compiler passes no coherent struct to a function
            for (uint k = 0u; k < ITEMS_PER_THREAD; k++) part[k] = partials[min(i + k, end - 1u)];
            for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
                if (i + k < end) sum = combine(sum, part[k]);
            }
        }
        sum = groupReduce(sum);
        if (t == 0u) finished = 0u;
    }
    if (t == 0u) putResult(0u, sum, n);
}

#part sum
// Adds up the workers' results, which are one-word integers, by one 64-bit atomic addition each.
// The upper word is the sum; a carry out of it is lost, as it should be. The lower word counts the
// workers that have added, so the last worker has the result without a fence: 2^16 words take an
// H200 6.5 us, and 7.6 with the part partials.
// sum_and_finished is 0 before and after. It is signed because the extension adds signed integers.
layout(std430, binding = BIND_TICKET) coherent buffer Ticket { int64_t sum_and_finished; };

void joinShares(uint worker, uint n, ITEM sum)
{
    if (threadIndex() != 0u) return;
    if (workers > 1u) {
        ivec2 words = unpackInt2x32(atomicAdd(sum_and_finished, packInt2x32(ivec2(1, int(sum)))));
        if (uint(words.x) != workers - 1u) return;
        sum += ITEM(words.y);
        sum_and_finished = packInt2x32(ivec2(0));
    }
    putResult(0u, sum, n);
}
