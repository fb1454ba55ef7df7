// SPDX-License-Identifier: MIT
// Moves each worker's run to its sorted place, stable, key by key (radix/run.glsl). If straight is
// 1, the items are copied to their own place.
// Grid: one invocation a worker. Reads: Keys, Count, the payload. Reads and writes: Histogram.
// Writes: DstKeys, its payload. CPU twin: sort.SliceStable by the digit, see run_test.go.
#include "lib/count.glsl"
#include "radix/run.glsl"
#include <PUT>
#include <PAYLOAD>

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_HISTOGRAM) buffer Histogram { uint histogram[]; };
uniform uint straight;

void main()
{
    uint worker = workerIndex();
    uint n = itemCount();
    uint end = runBegin(worker + 1u, n);
    for (uint i = runBegin(worker, n); i < end; i++) {
        KEY key = keyAt(i);
        uint at = i;
        if (straight == 0u) {
            uint next = wordOf(digitOf(key), worker);
            at = histogram[next];
            histogram[next] = at + 1u;
        }
        putKey(at, key);
        if (HAS_PAYLOAD) putPayload(at, payloadAt(i));
    }
}
