// SPDX-License-Identifier: MIT
// The stable sort of a window's segments in shared memory. Runs of ITEMS_PER_THREAD items are
// sorted in registers. Rounds join neighbouring runs. A round moves only the segment that lies
// across the border of two runs: each invocation finds its part of the result by a binary search
// (merge path), and merges it in registers.
#include <KEYS>
#include <PUT>
#include <PAYLOAD>
#include "radix/window.glsl#heads"

uniform uint part_low;   // the bits sorted by
uniform uint part_high;
uniform uint descending;

// Every 32 places are followed by a free one: invocations that access runs then use different
// banks. The place behind the last item may be read.
#define TILE_PLACES (TILE_SIZE + TILE_SIZE / 32u + 1u)
uint paddedAt(uint i) { return i + i / 32u; }
shared KEY tile_keys[TILE_PLACES];
// Where the item of each place was in the window, two to a word, so that more workgroups run at
// once. The two are of one run, which has an even number of items.
const uint FROM_PLACES = HAS_PAYLOAD ? TILE_SIZE / 2u + TILE_SIZE / 64u + 1u : 1u;
shared uint tile_from[FROM_PLACES];
uint fromAt(uint i) { return tile_from[paddedAt(i / 2u)] >> (16u * (i % 2u)) & 0xFFFFu; }

KEY tileKey(uint i) { return tile_keys[paddedAt(i)]; }

// The sorted bits as a number that ascends in the order of the result.
KEY orderOf(KEY key)
{
    return keyPart(key, part_low, part_high) ^ KEY_OF(part_low * descending, part_high * descending);
}

// Puts items k and k + 1 of a run in order, unless they are equal or of two segments.
void orderPair(uint k, uint heads_here, inout KEY v[ITEMS_PER_THREAD], inout uint from[ITEMS_PER_THREAD])
{
    if ((heads_here & 2u << k) != 0u || !keyLess(orderOf(v[k + 1u]), orderOf(v[k]))) return;
    KEY key = v[k];
    v[k] = v[k + 1u];
    v[k + 1u] = key;
    uint place = from[k];
    from[k] = from[k + 1u];
    from[k + 1u] = place;
}

// Sorts a run by odd-even transposition, which is stable: only neighbours change places. The inner
// loops have constant bounds and steps of 1. NVIDIA's compiler then unrolls them and keeps the
// arrays in registers: 2^24 words in segments of 64 take an H100 549 us, and 938 with steps of 2.
void sortRun(uint own, inout KEY v[ITEMS_PER_THREAD], inout uint from[ITEMS_PER_THREAD])
{
    uint heads_here = head_bits[own / 32u] >> (own % 32u);
    for (uint turn = 0u; turn < ITEMS_PER_THREAD; turn += 2u) {
        for (uint k = 0u; k < ITEMS_PER_THREAD / 2u; k++) orderPair(2u * k, heads_here, v, from);
        for (uint k = 1u; k < ITEMS_PER_THREAD / 2u; k++) orderPair(2u * k - 1u, heads_here, v, from);
    }
}

// How many of the items from a up to middle are among the first d of their stable merge with the
// items from middle up to end.
uint splitRuns(uint a, uint middle, uint end, uint d)
{
    uint low = max(d, end - middle) - (end - middle);
    uint high = min(d, middle - a);
    while (low < high) {
        uint i = (low + high) / 2u;
        if (keyLess(orderOf(tileKey(middle + d - 1u - i)), orderOf(tileKey(a + i)))) high = i;
        else low = i + 1u;
    }
    return low;
}

// Merges an invocation's part of two runs of a number of items, where a segment lies across their
// border in items first to end - 1. Returns whether there is such a part.
bool mergeRuns(uint own, uint run, uint first, uint end, inout KEY v[ITEMS_PER_THREAD], inout uint from[ITEMS_PER_THREAD])
{
    uint middle = own - own % (2u * run) + run;
    if (middle <= first || middle >= end) return false;
    uint a = max(headUpTo(middle) - 1u, middle - run);
    uint stop = min(headFrom(middle + 1u), middle + run);
    if (a == middle || a >= own + ITEMS_PER_THREAD || stop <= own) return false;
    uint d = max(own, a) - a;
    uint i = a + splitRuns(a, middle, stop, d);
    uint j = middle + (a + d - i);
    KEY x = tileKey(i);
    KEY y = tileKey(j);
    KEY x_order = orderOf(x);
    KEY y_order = orderOf(y);
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        if (own + k >= a && own + k < stop) {
            bool left = i < middle && (j >= stop || !keyLess(y_order, x_order));
            uint at = left ? i : j;
            v[k] = left ? x : y;
            if (HAS_PAYLOAD) from[k] = fromAt(at);
            KEY next = tileKey(at + 1u);
            KEY next_order = orderOf(next);
            if (left) {
                x = next;
                x_order = next_order;
                i++;
            } else {
                y = next;
                y_order = next_order;
                j++;
            }
        }
    }
    return true;
}

void putRun(uint own, KEY v[ITEMS_PER_THREAD], uint from[ITEMS_PER_THREAD])
{
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) tile_keys[paddedAt(own + k)] = v[k];
    if (!HAS_PAYLOAD) return;
    for (uint k = 0u; k < ITEMS_PER_THREAD / 2u; k++) tile_from[paddedAt(own / 2u + k)] = from[2u * k] | from[2u * k + 1u] << 16;
}

// Sorts the segments of items first to end - 1, whose keys are in tile_keys. Contains barriers.
void mergeSegments(uint first, uint end)
{
    uint own = threadIndex() * ITEMS_PER_THREAD;
    KEY v[ITEMS_PER_THREAD];
    uint from[ITEMS_PER_THREAD];
    for (uint k = 0u; k < ITEMS_PER_THREAD; k++) {
        v[k] = tileKey(own + k);
        from[k] = own + k;
    }
    if (own < end) {
        sortRun(own, v, from);
        putRun(own, v, from);
    }
    sync();
    for (uint run = ITEMS_PER_THREAD; run < end; run *= 2u) {
        bool moves = mergeRuns(own, run, first, end, v, from);
        sync();
        if (moves) putRun(own, v, from);
        sync();
    }
}
