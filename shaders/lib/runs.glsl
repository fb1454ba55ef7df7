// SPDX-License-Identifier: MIT
// The outputs of a reduction by keys, besides the results.
layout(std430, binding = BIND_RUNKEYS) writeonly buffer RunKeys { uint run_keys[]; };
layout(std430, binding = BIND_RUNCOUNT) writeonly buffer RunCount { uint run_count[]; };
uniform uint run_keys_at;
uniform uint run_count_at;

void putRunCount(uint runs) { run_count[run_count_at] = runs; }

void sinkBegin(uint worker)
{
    if (worker == 0u && threadIndex() == 0u && itemCount() == 0u) putRunCount(0u);
}
