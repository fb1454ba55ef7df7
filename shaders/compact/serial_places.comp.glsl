// SPDX-License-Identifier: MIT
// Turns the counts of all workers into where the first record of each class with votes goes. A row
// begins where the row before ends. The word after the last row gets the end of all.
// Grid: one workgroup. Reads and writes: Counts. CPU twin: the loop in compact_test.go.
#include "lib/item.glsl#sum"
#include "lib/group.glsl#scan"
layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_COUNTS) buffer Counts { uint counts[]; };
uniform uint rows;     // of the counts
uniform uint workers;  // words of a row

void main()
{
    uint n = rows * workers;
    uint each = (n + GROUP_SIZE - 1u) / GROUP_SIZE;
    uint first = min(threadIndex() * each, n);
    uint end = min(first + each, n);
    uint sum = 0u;
    for (uint i = first; i < end; i++) sum += counts[i];
    uint total;
    uint next = groupExclusive(sum, total);
    for (uint i = first; i < end; i++) {
        uint count = counts[i];
        counts[i] = next;
        next += count;
    }
    if (threadIndex() == 0u) counts[n] = total;
}
