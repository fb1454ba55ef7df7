// SPDX-License-Identifier: MIT
// Counts the digits of each worker's run (radix/run.glsl).
// Grid: one invocation a worker. Reads: Keys, Count. Writes: Histogram, Fault. CPU twin: a counting
// loop, see run_test.go.
#include "lib/fault.glsl"
#include "radix/run.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_HISTOGRAM) buffer Histogram { uint histogram[]; };

void main()
{
    uint worker = workerIndex();
    uint n = itemCount();
    if (worker == 0u) checkCount();
    for (uint d = 0u; d <= digit_mask; d++) histogram[wordOf(d, worker)] = 0u;
    uint end = runBegin(worker + 1u, n);
    for (uint i = runBegin(worker, n); i < end; i++) histogram[wordOf(digitOf(keyAt(i)), worker)]++;
}
