// SPDX-License-Identifier: MIT
// The global histogram of a sort that may take the most significant digits first (radix/msd.glsl):
// counts the two digits of the buckets, or all digits of the keys, as msd_sample decided. Writes
// the workgroups of the dispatches that follow. Clears the first pass's words of Chain, as
// radix_histogram.comp.glsl does.
// Grid: one workgroup a worker. Reads: Keys, Count. Writes: Chain, Args. Reads and writes: Plan,
// State.
// CPU twin: a counting loop, see msd_test.go.
#include "lib/lanes.glsl#base"
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/worker.glsl#chunk"
#include "lib/look_back.glsl#status"
#include <KEYS>
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/msd.glsl#buckets"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_CHAIN) writeonly buffer Chain { uint chain[]; };
layout(std430, binding = BIND_STATE) buffer State { uint state[]; };
layout(std430, binding = BIND_ARGS) writeonly buffer Args { uint args[]; };
uniform uint state_begin;
uniform uint half_begin;  // of Plan
uniform uint first_bit;
uniform uint bit_count;
uniform uint chain_tile;  // the keys of a pass's tile
uniform uint chain_part;  // where the second pass's words begin
uniform uint window;      // the keys from a window to the next
uniform uint pass_tile;   // the keys of a tile of the passes that follow the windows

shared uint digit_total[KEY_PASSES * RADIX];
shared uint outside;  // a number is not among those of the buckets

// Counts the digits of left keys. A whole tile needs no branch for each key.
void countDigits(KEY key[ITEMS_PER_THREAD], uint passes, bool whole, uint left)
{
    for (uint p = 0u; p < passes; p++) {
        uint shift = first_bit + p * RADIX_BITS;
        uint mask = (1u << min(RADIX_BITS, bit_count - p * RADIX_BITS)) - 1u;
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint d = keyBits(key[k], shift) & mask;
            if (whole || k * GROUP_SIZE + threadIndex() < left) atomicAdd(digit_total[p * RADIX + d], 1u);
        }
    }
}

// Counts the digits of the buckets of left keys.
void countBuckets(KEY key[ITEMS_PER_THREAD], uint base, uvec2 from, uvec2 to, bool whole, uint left)
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        uint digits = keyBits(key[k], base);
        uvec2 number = numberOf(key[k]);
        uvec2 above = (number ^ from) & ~(from ^ to);
        if ((above.x | above.y) != 0u) {
            outside = 1u;
            digits = keyLess(number, from) == (descending != 0u) ? 0xFFFFu : 0u;
        }
        if (whole || k * GROUP_SIZE + threadIndex() < left) {
            atomicAdd(digit_total[digits & RADIX - 1u], 1u);
            atomicAdd(digit_total[RADIX + (digits >> RADIX_BITS & RADIX - 1u)], 1u);
        }
    }
}

uint tilesOf(uint n, uint tile) { return n / tile + min(n % tile, 1u); }

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    bool buckets = plan[half_begin] == 0u;
    uint passes = buckets ? 2u : (bit_count + RADIX_BITS - 1u) / RADIX_BITS;
    uint base = plan[PLAN_BASE];
    uvec2 from = uvec2(plan[PLAN_FROM], plan[PLAN_FROM + 1u]);
    uvec2 to = uvec2(plan[PLAN_TO], plan[PLAN_TO + 1u]);
    if (worker == 0u && t == 0u) {
        plan[PLAN_SHIFTS] = buckets ? base : first_bit;
        plan[PLAN_SHIFTS + 1u] = plan[PLAN_SHIFTS] + RADIX_BITS;
        plan[PLAN_WINDOWS] = buckets && n > 0u ? 1u : 0u;
        plan[PLAN_REST] = 0u;
        plan[PLAN_REST + 1u] = 0u;
    }
    // Three words for each dispatch, of four, an invocation each. NVIDIA's compiler refuses a
    // function that writes them: "lvalue in array access too complex".
    bool passes_word = t >= ARGS_PASSES && t < ARGS_PASSES + 12u;
    if (worker == 0u && (t < ARGS_WINDOWS + 4u || passes_word) && t % 4u < 3u) {
        uint groups = passes_word ? (buckets ? 0u : tilesOf(n, pass_tile)) : (buckets ? tilesOf(n, window) : 0u);
        args[t] = t % 4u == 0u ? groups : 1u;
    }

    for (uint d = t; d < passes * RADIX; d += GROUP_SIZE) digit_total[d] = 0u;
    if (t == 0u) outside = 0u;
    uint tiles = tilesOf(n, chain_tile);
    uint turn = workers * GROUP_SIZE;
    uint heads = HEAD_ROWS * RADIX;
    for (uint i = worker * GROUP_SIZE + t; i < heads + tiles * RADIX; i += turn) chain[i] = i < heads ? chainPrefix(0u) : CHAIN_EMPTY;
    for (uint i = worker * GROUP_SIZE + t; i < heads; i += turn) chain[chain_part + i] = chainPrefix(0u);
    sync();
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        KEY key[ITEMS_PER_THREAD];
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) key[k] = keyAt(tile + min(k * GROUP_SIZE + t, end - tile - 1u));
        bool whole = end - tile >= TILE_SIZE;
        if (buckets) {
            if (whole) countBuckets(key, base, from, to, true, TILE_SIZE);
            else countBuckets(key, base, from, to, false, end - tile);
        } else {
            if (whole) countDigits(key, passes, true, TILE_SIZE);
            else countDigits(key, passes, false, end - tile);
        }
        if (end - tile <= TILE_SIZE) break;
    }
    sync();
    if (t < 2u && outside != 0u) args[t == 0u ? ARGS_WITHIN : ARGS_OUTSIDE] = t * tiles;
    for (uint d = t; d < passes * RADIX; d += GROUP_SIZE) {
        if (digit_total[d] != 0u) atomicAdd(state[state_begin + d], digit_total[d]);
    }
}
