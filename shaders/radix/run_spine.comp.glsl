// SPDX-License-Identifier: MIT
// Turns the counts of the workers' runs into where the first key of each digit and worker goes.
// Grid: one workgroup of RADIX invocations. Reads and writes: Histogram. CPU twin: run_test.go.
#include "lib/item.glsl#sum"
#include "lib/group.glsl#scan"
#include "radix/run.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_HISTOGRAM) buffer Histogram { uint histogram[]; };

void main()
{
    uint place = threadIndex();
    uint d = digitPlace(place);
    uint end = place <= digit_mask ? workers : 0u;
    uint sum = 0u;
    for (uint w = 0u; w < end; w++) sum += histogram[wordOf(d, w)];
    uint total;
    uint next = groupExclusive(sum, total);
    for (uint w = 0u; w < end; w++) {
        uint count = histogram[wordOf(d, w)];
        histogram[wordOf(d, w)] = next;
        next += count;
    }
}
