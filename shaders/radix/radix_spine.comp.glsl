// SPDX-License-Identifier: MIT
// Scans one digit's row of the histogram over the workers, in place, and writes the row's sum. The
// row then has the number of keys of this digit in the workers before. The sum is their total.
// Grid: RADIX workgroups, one a digit. Reads, writes: Histogram. Writes: DigitTotals.
// CPU twin: radix_test.go.
#include "lib/item.glsl#sum"
#include "lib/grid.glsl"
#include "lib/group.glsl#scan"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_HISTOGRAM) buffer Histogram { uint histogram[]; };
layout(std430, binding = BIND_DIGITTOTALS) writeonly buffer DigitTotals { uint digit_totals[]; };
uniform uint workers;

void main()
{
    uint digit = workgroupIndex();
    uint sum = 0u;
    for (uint first = 0u; first < workers; first += GROUP_SIZE) {
        uint w = first + threadIndex();
        uint v = w < workers ? histogram[digit * workers + w] : 0u;
        uint total;
        uint before = groupExclusive(v, total);
        if (w < workers) histogram[digit * workers + w] = sum + before;
        sum += total;
    }
    if (threadIndex() == 0u) digit_totals[digit] = sum;
}
