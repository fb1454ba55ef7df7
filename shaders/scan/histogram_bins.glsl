// SPDX-License-Identifier: MIT
// The memory in which a histogram counts.

#part shared shared_weighted
// Few bins: a workgroup counts in shared memory and adds to Totals once. Lanes that are neighbours
// count in REPLICAS words of a bin, so that fewer of them wait for each other. Contains barriers.
layout(std430, binding = BIND_TOTALS) coherent buffer Totals {  // all 0 before and after
    uint finished;
    uint totals[];
};
#part shared
// If counts fit below this bit, the number of workgroups that have added theirs to a bin is above
// it. The last of them then writes the bin's total at once. If it is 0, the last workgroup of all
// moves Totals to Dst, after two more trips to memory.
uniform uint arrival_bit;
#part shared shared_weighted
shared uint bin_parts[DST_WORDS * REPLICAS];
shared uint is_last;

void binsClear()
{
    for (uint b = threadIndex(); b < DST_WORDS * REPLICAS; b += GROUP_SIZE) bin_parts[b] = 0u;
}

#part shared
void binsCount(uint bin) { atomicAdd(bin_parts[bin * REPLICAS + laneIndex() % REPLICAS], 1u); }
#part shared_weighted
void binsCount(uint bin, uint weight) { atomicAdd(bin_parts[bin * REPLICAS + laneIndex() % REPLICAS], weight); }
#part shared shared_weighted

uint binTotal(uint b)
{
    uint total = bin_parts[b * REPLICAS];
    for (uint r = 1u; r < REPLICAS; r++) total += bin_parts[b * REPLICAS + r];
    return total;
}

void binsAdd()
{
    if (workers == 1u) {
        for (uint b = threadIndex(); b < DST_WORDS; b += GROUP_SIZE) dst[dst_at + b] = binTotal(b);
        return;
    }
#part shared
    if (arrival_bit != 0u) {
        for (uint b = threadIndex(); b < DST_WORDS; b += GROUP_SIZE) {
            uint total = binTotal(b);
            uint before = atomicAdd(totals[b], total + (1u << arrival_bit));
            if (before >> arrival_bit == workers - 1u) {
                dst[dst_at + b] = (before & (1u << arrival_bit) - 1u) + total;
                totals[b] = 0u;
            }
        }
        return;
    }
#part shared shared_weighted
    for (uint b = threadIndex(); b < DST_WORDS; b += GROUP_SIZE) {
        uint total = binTotal(b);
        if (total != 0u) atomicAdd(totals[b], total);
    }
    memoryBarrierBuffer();
    sync();
    if (threadIndex() == 0u) is_last = atomicAdd(finished, 1u) == workers - 1u ? 1u : 0u;
    sync();
    if (is_last == 0u) return;
    memoryBarrierBuffer();
    for (uint b = threadIndex(); b < DST_WORDS; b += GROUP_SIZE) dst[dst_at + b] = atomicExchange(totals[b], 0u);
    if (threadIndex() == 0u) finished = 0u;
}

#part copied copied_weighted
// More bins than shared memory holds: a workgroup adds each item at once to one of several copies
// of the bins, so that fewer workgroups wait for each other. histogram_copies adds up the copies.
layout(std430, binding = BIND_TOTALS) buffer Totals { uint totals[]; };  // all 0 before
uniform uint copies;

void binsClear() {}
#part copied
void binsCount(uint bin) { atomicAdd(totals[workgroupIndex() % copies * DST_WORDS + bin], 1u); }
#part copied_weighted
void binsCount(uint bin, uint weight) { atomicAdd(totals[workgroupIndex() % copies * DST_WORDS + bin], weight); }
#part copied copied_weighted
void binsAdd() {}

#part direct direct_weighted
// More bins than copies pay for: each item is added at once to Dst, which begins as zeros.
void binsClear() {}
#part direct
void binsCount(uint bin) { atomicAdd(dst[dst_at + bin], 1u); }
#part direct_weighted
void binsCount(uint bin, uint weight) { atomicAdd(dst[dst_at + bin], weight); }
#part direct direct_weighted
void binsAdd() {}
