// SPDX-License-Identifier: MIT
// Plans the passes of a sort with SkipSorted. It reads all keys before the sort, and finds whether
// they are in order and which bits differ. It plans a pass for each digit in which keys differ, and
// none if the keys are in order. The planned passes take the last places: each place has fixed
// buffers, and the last ends in dst. The places before get no workgroups. The last worker to finish
// writes the plan; no workgroup waits for another.
// Grid: one workgroup a worker. Reads: Keys, Count. Writes: Order.
// CPU twin: planned in order_test.go.
#include "lib/lanes.glsl#base"
#include "lib/grid.glsl"
#include "lib/fault.glsl"
#include "lib/worker.glsl#chunk"
#include <KEYS>

// Order begins with triples for indirect dispatches. A place has three: BEGIN, for the first pass,
// which reads src; NEXT, for a pass that reads the output of the place before; SPINE, for either.
// Then comes COPY, from src to dst, for a sort without passes. Then comes AHEAD, a copy to the
// scratch if dst is src and the number of passes is odd; there is no BEGIN then. After the triples
// come shift, mask and flip of each place.
#define BEGIN(place) ((place) * 3u)
#define NEXT(place) ((place) * 3u + 1u)
#define SPINE(place) ((place) * 3u + 2u)
#define COPY (MAX_PASSES * 3u)
#define AHEAD (COPY + 1u)
layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_ORDER) coherent buffer Order {
    uint groups[(AHEAD + 1u) * 3u];
    uint digits[MAX_PASSES * 3u];
    uint unsorted;        // 0 before and after, like all that follows
    uint differ_low;
    uint differ_high;
    uint finished;
};
uniform uint part_low;   // the bits sorted by
uniform uint part_high;
uniform uint descending;
uniform uint first_bit;
uniform uint bit_count;
uniform uint in_place;

uint digitWidth(uint p) { return min(RADIX_BITS, bit_count - p * RADIX_BITS); }

// Whether keys differ in digit p.
bool isNeeded(uint p, uint low, uint high)
{
    uint from = first_bit + p * RADIX_BITS;
    uint bits = from < 32u ? low >> from : high >> (from - 32u);
    if (from < 32u && from > 0u) bits |= high << (32u - from);
    return (bits & ((1u << digitWidth(p)) - 1u)) != 0u;
}

void setGroups(uint triple, uint n)
{
    groups[triple * 3u] = n;
    groups[triple * 3u + 1u] = 1u;
    groups[triple * 3u + 2u] = 1u;
}

void setDigit(uint place, uint p)
{
    uint mask = (1u << digitWidth(p)) - 1u;
    digits[place * 3u] = first_bit + p * RADIX_BITS;
    digits[place * 3u + 1u] = mask;
    digits[place * 3u + 2u] = descending != 0u ? mask : 0u;
}

void plan(bool sorted, uint low, uint high)
{
    uint passes = (bit_count + RADIX_BITS - 1u) / RADIX_BITS;
    uint place = passes;  // the first planned place
    for (uint p = passes; !sorted && p-- > 0u;) {
        if (isNeeded(p, low, high)) setDigit(--place, p);
    }
    bool ahead = in_place != 0u && (passes - place) % 2u == 1u;
    for (uint p = 0u; p < passes; p++) {
        bool begins = p == place && !ahead;
        setGroups(BEGIN(p), begins ? workers : 0u);
        setGroups(NEXT(p), p >= place && !begins ? workers : 0u);
        setGroups(SPINE(p), p >= place ? RADIX : 0u);
    }
    setGroups(COPY, place == passes ? workers : 0u);
    setGroups(AHEAD, ahead ? workers : 0u);
}

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);
    uint t = threadIndex();
    if (worker == 0u && t == 0u) checkCount();

    bool wrong = false;
    uvec2 differ = uvec2(0u);
    for (uint tile = chunkBegin(worker, n); tile < end; tile += TILE_SIZE) {
        for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
            uint i = k * GROUP_SIZE + t;
            if (i < end - tile && tile + i > 0u) {
                KEY before = keyPart(keyAt(tile + i - 1u), part_low, part_high);
                KEY here = keyPart(keyAt(tile + i), part_low, part_high);
                if (descending != 0u ? keyLess(before, here) : keyLess(here, before)) wrong = true;
                differ |= keyWords(before ^ here);
            }
        }
        if (end - tile <= TILE_SIZE) break;
    }
    if (wrong) atomicOr(unsorted, 1u);
    if (differ.x != 0u) atomicOr(differ_low, differ.x);
    if (differ.y != 0u) atomicOr(differ_high, differ.y);
    memoryBarrierBuffer();
    sync();
    if (t == 0u && atomicAdd(finished, 1u) == workers - 1u) {
        bool sorted = atomicExchange(unsorted, 0u) == 0u;
        uint low = atomicExchange(differ_low, 0u);
        plan(sorted, low, atomicExchange(differ_high, 0u));
        finished = 0u;
    }
}
