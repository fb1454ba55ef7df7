// SPDX-License-Identifier: MIT
// Computes running sums along the light for each texel of an opacity volume in one buffer
// (shadow_column.glsl), in place, for software renderers: volume_sum.comp.glsl without barriers.
// Grid: one invocation a texel of the tiles of the light's map; those past the last slot have
// nothing to do. Reads: Volume, Slots, Count. Writes: Sums, the same buffer, and Totals,
// the last word of each texel.
// CPU twin: none; reads_test.go compares the light with that of volume_sum.comp.glsl.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "hair/shadow_volume.glsl#sums"
#include <READS>
readsWords(Volume, volume, BIND_VOLUME, UNIT_VOLUME)
readsWords(Slots, slots, BIND_SLOTS, UNIT_SLOTS)

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_SUMS) writeonly buffer Sums { uint sums[]; };
layout(std430, binding = BIND_TOTALS) writeonly buffer Totals { uint totals[]; };

void main()
{
    uint i = workgroupIndex() * GROUP_SIZE + gl_LocalInvocationIndex;
    if (i / (TILE * TILE) >= wordAt(slots, itemCount())) return;
    uint at = i * SLICES;
    uint end = at + SLICES;
    uint all = 0u;
    do {
        all += wordAt(volume, at);
        at++;
    } while (at < end);
    uint sum = 0u;
    uint slice = 0u;
    uint word;
    do {
        uint before = sum;
        sum += wordAt(volume, i * SLICES + slice);
        word = sumsWord(slice, before, sum, all);
        sums[i * SLICES + slice] = word;
        slice++;
    } while (slice < SLICES);
    totals[i] = word;
}
