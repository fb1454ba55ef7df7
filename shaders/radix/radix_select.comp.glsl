// SPDX-License-Identifier: MIT
// One digit of the search for the k-th key, from the highest digit down. It counts the digits of
// the keys that agree with the threshold so far. The last worker to finish finds the digit of place
// k among them. No workgroup waits for another.
// Grid: one workgroup a worker. Reads: Keys, Count. Reads and writes: Selection.
// CPU twin: the k-th of a sorted slice, see topk_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/group.glsl#scan"
#include "radix/keys.glsl#digit_bits"
#include "radix/keys.glsl#selection"

layout(local_size_x = GROUP_SIZE) in;
uniform uint part_low;   // the bits above this digit, of those sorted by
uniform uint part_high;
uniform uint k_wanted;
uniform uint begins;     // 1 at the first digit

shared uint digit_total[RADIX];
shared uint is_last;

// Finds the digit that contains place number place.
void descend(uint place)
{
    uint carry = 0u;
    for (uint first = 0u; first < RADIX; first += GROUP_SIZE) {
        uint d = first + threadIndex();
        uint digit = digitPlace(d);
        uint here = d < RADIX ? atomicExchange(counts[digit], 0u) : 0u;
        uint total;
        uint before = carry + groupExclusive(here, total);
        if (place >= before && place - before < here) {
            if (digit_shift < 32u) threshold_low |= digit << digit_shift;
            if (digit_shift >= 32u) threshold_high |= digit << (digit_shift - 32u);
            else if (digit_shift > 0u) threshold_high |= digit >> (32u - digit_shift);
            remaining = place - before + 1u;
        }
        carry += total;
    }
}

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    for (uint d = t; d < RADIX; d += GROUP_SIZE) digit_total[d] = 0u;
    sync();
    KEY above = keyMask(threshold(), part_low, part_high);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        KEY key[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            // Past the end the last key is read again: a branch would split the loads.
            key[k] = keyAt(tile + min(k * GROUP_SIZE + t, end - tile - 1u));
        }
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            bool agrees = k * GROUP_SIZE + t < end - tile;
            if (agrees && keyPart(key[k], part_low, part_high) == above) atomicAdd(digit_total[digitOf(key[k])], 1u);
        }
        if (end - tile <= TILE_SIZE) break;
    }
    sync();
    for (uint d = t; d < RADIX; d += GROUP_SIZE) {
        if (digit_total[d] != 0u) atomicAdd(counts[d], digit_total[d]);
    }
    memoryBarrierBuffer();
    sync();
    if (t == 0u) is_last = atomicAdd(finished, 1u) == workers - 1u ? 1u : 0u;
    sync();
    if (is_last != 0u) {
        memoryBarrierBuffer();
        if (t == 0u) {
            finished = 0u;
            if (begins != 0u) {
                threshold_low = 0u;
                threshold_high = 0u;
                taken = min(k_wanted, n);
                remaining = taken;
            }
        }
        memoryBarrierBuffer();
        sync();
        uint wanted = remaining;
        sync();
        descend(wanted - 1u);  // if nothing is wanted, this place does not exist
    }
}
