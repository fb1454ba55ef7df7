// SPDX-License-Identifier: MIT
// The memory of the atomic operations.

#part device
// combineKey: every invocation adds to the device's memory.
void combineKey(uint channel, uint key) { ATOMIC(best[channel], key); }

#part shared
// combineKey: the invocations of a workgroup combine in shared memory. One invocation for each
// channel then adds the result to the device's memory.
#include "lib/sync.glsl"

shared uint group_best[CHANNELS];

void combineKey(uint channel, uint key)
{
    uint t = gl_LocalInvocationIndex;
    if (t < CHANNELS) group_best[t] = KEY_NOTHING;
    sync();
    ATOMIC(group_best[channel], key);
    sync();
    if (t < CHANNELS) ATOMIC(best[t], group_best[t]);
}
