// SPDX-License-Identifier: MIT
// The output in addition to the records.

#part none
// No additional output.
void putAlso(uint to, uint item, uint k) {}
void moveAlso(uint to, uint tile, uint items) {}
void moveEnd(uint kept, uint n) {}

#part keys
// Writes the key of each moved record, which compact/tile.glsl#keyed holds.
#include "compact/keys.glsl"

void putAlso(uint to, uint item, uint k) { putKey(to, held[k]); }
void moveAlso(uint to, uint tile, uint items) {}
void moveEnd(uint kept, uint n) {}

#part runs
// Writes the first record of each run beside its start. After the last start comes the end of the
// last run.
layout(std430, binding = BIND_VALUES) writeonly buffer Values { uint values[]; };
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint values_at;
uniform uint src_at;
uniform uint want_values;

void putAlso(uint to, uint item, uint k)
{
    if (DIRECT == 0 || want_values == 0u) return;
    for (uint w = 0u; w < STRIDE_WORDS; w++) values[values_at + to * STRIDE_WORDS + w] = src[src_at + item * STRIDE_WORDS + w];
}
void moveAlso(uint to, uint tile, uint items)
{
    if (want_values == 0u) return;
    for (uint w = threadIndex(); w < items * STRIDE_WORDS; w += GROUP_SIZE) {
        uint item = tile + staged[w / STRIDE_WORDS];
        values[values_at + to * STRIDE_WORDS + w] = src[src_at + item * STRIDE_WORDS + w % STRIDE_WORDS];
    }
}
void moveEnd(uint runs, uint n) { dst[dst_at + runs] = n; }
