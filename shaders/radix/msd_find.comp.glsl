// SPDX-License-Identifier: MIT
// Finds the windows of keys ordered by bucket (radix/msd.glsl). Window w has the buckets whose
// first key is among keys w * window to (w + 1) * window - 1. Table has two words for it: its first
// key, and the first key of the bucket that reaches or crosses w * window. Buckets of more than
// WINDOW_TILE keys are listed for msd_rest, two words each, from rest_begin on.
// Grid: one workgroup for each value of the higher digit; an invocation finds the keys of a bucket
// by a binary search. Reads: Keys, State, Count. Writes: Table, Args. Reads and writes:
// Plan.
// CPU twin: sort.Search, see msd_test.go.
#include "lib/grid.glsl"
#include "lib/sync.glsl"
#include "lib/count.glsl"
#include <KEYS>
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) buffer Plan { uint plan[]; };
#include "radix/msd.glsl#buckets"

layout(local_size_x = GROUP_SIZE) in;  // as many as digits
layout(std430, binding = BIND_STATE) readonly buffer State { uint state[]; };
layout(std430, binding = BIND_TABLE) writeonly buffer Table { uint table[]; };
layout(std430, binding = BIND_ARGS) writeonly buffer Args { uint args[]; };
uniform uint state_begin;
uniform uint digit_flip;
uniform uint window;
uniform uint table_at;
uniform uint rest_begin;  // of Table

shared uint before;  // the keys of smaller values of the higher digit
shared uint equal_digits;  // a bit for each pass
shared uint starts[GROUP_SIZE + 1u];

// The first key among low to high - 1 whose bucket is not below a bucket, or high.
uint firstOf(uint bucket, uint low, uint high)
{
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (bucketOf(numberOf(keyAt(middle))) < bucket) low = middle + 1u;
        else high = middle;
    }
    return low;
}

void putWindows(uint begin, uint end, uint n)
{
    uint w = begin / window + 1u;
    for (uint at = w * window; at <= end && at < n; at += window) {
        table[table_at + 2u * w] = end;
        table[table_at + 2u * w + 1u] = begin;
        if (end > at - window + WINDOW_TILE) args[ARGS_WINDOWS + 1u] = 2u;  // the window before may be cut
        w++;
    }
    if (end == n) {
        uint windows = n / window + min(n % window, 1u);
        table[table_at + 2u * windows] = n;
        table[table_at + 2u * windows + 1u] = begin;
        if (n > (windows - 1u) * window + WINDOW_TILE) args[ARGS_WINDOWS + 1u] = 2u;
    }
    if (end - begin > WINDOW_TILE) {
        uint at = table_at + rest_begin + 2u * atomicAdd(plan[PLAN_REST], 1u);
        table[at] = begin;
        table[at + 1u] = end;
    }
}

// In a sort by the least significant digit two passes in a row are left out if each has one digit
// in all keys: the keys would come back to where they are.
void skipPasses(uint n, uint t)
{
    if (t == 0u) equal_digits = 0u;
    sync();
    for (uint p = 2u; p < MAX_PASSES; p++) {
        if (state[state_begin + p * RADIX + t] == n) atomicOr(equal_digits, 1u << p);
    }
    sync();
    if (t < 3u && (equal_digits >> (2u * t + 2u) & 3u) == 3u) args[ARGS_PASSES + 4u * t] = 0u;
}

void main()
{
    uint n = itemCount();
    uint digit = workgroupIndex();
    uint t = gl_LocalInvocationIndex;
    if (digit >= RADIX) return;
    if (plan[PLAN_WINDOWS] == 0u) {
        if (digit == 0u) skipPasses(n, t);
        return;
    }
    if (t == 0u) before = 0u;
    sync();
    if (t < digit) atomicAdd(before, state[state_begin + RADIX + (t ^ digit_flip)]);
    sync();
    uint low = before;
    uint high = low + state[state_begin + RADIX + (digit ^ digit_flip)];
    uint first = t == 0u ? low : firstOf(digit * RADIX + t, low, high);
    starts[t] = first;
    if (t == 0u) starts[GROUP_SIZE] = high;
    sync();
    if (digit == 0u && t == 0u) {
        table[table_at] = 0u;
        table[table_at + 1u] = 0u;
    }
    if (starts[t + 1u] > first) putWindows(first, starts[t + 1u], n);
}
