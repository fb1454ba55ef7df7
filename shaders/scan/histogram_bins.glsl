// SPDX-License-Identifier: MIT
// The memory in which a histogram counts.

#part shared
// Few bins: a workgroup counts in shared memory and adds to Dst once.
shared uint bin_total[DST_WORDS];

void binsClear()
{
    for (uint b = threadIndex(); b < DST_WORDS; b += GROUP_SIZE) bin_total[b] = 0u;
}

void binsCount(uint bin) { atomicAdd(bin_total[bin], 1u); }

void binsAdd()
{
    for (uint b = threadIndex(); b < DST_WORDS; b += GROUP_SIZE) {
        uint total = bin_total[b];
        if (total != 0u) atomicAdd(dst[dst_at + b], total);
    }
}

#part direct
// More bins than shared memory holds: each item is added to Dst at once.
void binsClear() {}
void binsCount(uint bin) { atomicAdd(dst[dst_at + bin], 1u); }
void binsAdd() {}
