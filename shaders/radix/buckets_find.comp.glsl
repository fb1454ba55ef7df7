// SPDX-License-Identifier: MIT
// Finds where each bucket begins in keys that are ordered by bucket (radix/buckets.glsl), and
// writes it to Table. The word behind the last bucket's is the number of keys.
// Grid: an invocation for each bucket, in one dimension. Reads: Keys, Plan, Count. Writes: Table.
// CPU twin: sort.Search, see buckets_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include <KEYS>
#include "radix/buckets.glsl#number"
#include "radix/msd.glsl#plan"
layout(std430, binding = BIND_PLAN) readonly buffer Plan { uint plan[]; };

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_TABLE) writeonly buffer Table { uint table[]; };
uniform uint table_at;

void main()
{
    uint bucket = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (plan[PLAN_WINDOWS] == 0u || bucket >= BUCKETS) return;
    uint n = itemCount();
    uint low = 0u;
    uint high = n;
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (numberOf(keyAt(middle)) >> 16u < bucket) low = middle + 1u;
        else high = middle;
    }
    table[table_at + bucket] = low;
    if (bucket == BUCKETS - 1u) table[table_at + BUCKETS] = n;
}
