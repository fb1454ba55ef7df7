// SPDX-License-Identifier: MIT
// The global histogram of a single-pass sort: counts the digits of every pass in one read of the
// keys. Also clears what must be zero later: the first pass's words of Chain, and the half of State
// that the next sort uses. A half of State holds RADIX totals for each of MAX_PASSES passes, and
// the distinct keys (DISTINCT, radix/distinct.glsl). If BUCKETS decides for the most significant
// digits first, only the two highest digits are counted, as passes 0 and 1.
// Grid: one workgroup a worker. Reads: Keys, Count. Writes: Chain, Plan, Args. Reads and writes:
// State.
// CPU twin: a counting loop, see chain_test.go.
#include "lib/lanes.glsl#base"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/look_back.glsl#status"
#include <KEYS>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_CHAIN) writeonly buffer Chain { uint chain[]; };
layout(std430, binding = BIND_STATE) coherent buffer State { uint state[]; };
uniform uint state_begin;
uniform uint state_next;
uniform uint first_bit;
uniform uint bit_count;
uniform uint chain_tile;  // the keys of a pass's tile
uniform uint chain_part;  // where the second pass's words begin

shared uint digit_total[KEY_PASSES * RADIX];
#include <DISTINCT>
#include <BUCKETS>

// Counts so many digits of left keys, from a bit of those sorted by on. A whole tile needs no
// branch for each key.
void countDigits(KEY key[ITEMS_PER_THREAD], uint from, uint passes, bool whole, uint left)
{
    for (uint p = 0u; p < passes; p++) {
        uint low = from + p * RADIX_BITS;
        uint shift = first_bit + low;
        uint mask = (1u << min(RADIX_BITS, bit_count - low)) - 1u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint d = keyBits(key[k], shift) & mask;
            if (whole || k * GROUP_SIZE + threadIndex() < left) atomicAdd(digit_total[p * RADIX + d], 1u);
        }
    }
}

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();
    bool buckets = goesByBuckets(n);
    uint passes = (bit_count + RADIX_BITS - 1u) / RADIX_BITS;

    for (uint d = t; d < passes * RADIX; d += GROUP_SIZE) digit_total[d] = 0u;
    uint tiles = n / chain_tile + min(n % chain_tile, 1u);
    uint turn = workers * GROUP_SIZE;
    // HEAD_ROWS rows before the tiles' words end every look-back, also in the next pass's part.
    uint heads = HEAD_ROWS * RADIX;
    for (uint i = worker * GROUP_SIZE + t; i < heads + tiles * RADIX; i += turn) chain[i] = i < heads ? chainPrefix(0u) : CHAIN_EMPTY;
    for (uint i = worker * GROUP_SIZE + t; i < heads; i += turn) chain[chain_part + i] = chainPrefix(0u);
    for (uint i = worker * GROUP_SIZE + t; i < STATE_WORDS; i += turn) state[state_next + i] = 0u;
    clearDistinct(keyAt(0u));
    sync();
    uint begin = chunkBegin(worker, n);
    for (uint tile = begin; tile < end; tile += TILE_SIZE) {
        KEY key[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            // Past the end the last key is read again: a branch would split the loads.
            key[k] = keyAt(tile + min(k * GROUP_SIZE + t, end - tile - 1u));
        }
        if (!buckets) {
            if (tile == begin) sampleDistinct(key[0]);
            if (end - tile >= TILE_SIZE) countDigits(key, 0u, passes, true, TILE_SIZE);
            else countDigits(key, 0u, passes, false, end - tile);
            if (tile == begin) judgeSample(key[0]);
            collectDistinct(key);
        } else if (end - tile >= TILE_SIZE) {
            countDigits(key, bit_count - 2u * RADIX_BITS, 2u, true, TILE_SIZE);
        } else {
            countDigits(key, bit_count - 2u * RADIX_BITS, 2u, false, end - tile);
        }
        if (end - tile <= TILE_SIZE) break;
    }
    sync();
    for (uint d = t; d < passes * RADIX; d += GROUP_SIZE) {  // zeroes too, of those not counted
        if (digit_total[d] != 0u) atomicAdd(state[state_begin + d], digit_total[d]);
    }
    if (!buckets) endDistinct(passes, n);
}
