// SPDX-License-Identifier: MIT
// Moves each worker's chunk to its sorted place, stable, tile after tile (radix/tile.glsl). If
// all keys have one digit, or straight is 1, the keys are copied to their own place.
// Grid: one workgroup a worker. Reads: Keys, Histogram, DigitTotals, Count, the payload. Writes:
// DstKeys, its payload.
// CPU twin: sort.SliceStable by the digit, see radix_test.go.
#include "lib/grid.glsl"
#include "lib/count.glsl"
#include "lib/worker.glsl#chunk"
#include "radix/histogram_at.glsl"

layout(local_size_x = GROUP_SIZE) in;
layout(std430, binding = BIND_HISTOGRAM) readonly buffer Histogram { uint histogram[]; };
layout(std430, binding = BIND_DIGITTOTALS) readonly buffer DigitTotals { uint digit_totals[]; };
uniform uint straight;

#define ADD_EACH 16u  // counts whose loads are in flight together

uvec2 digitShare(uint d, uint worker)
{
    if (added_up != 0u) return uvec2(digit_totals[d], histogram[histogramAt(d, worker)]);
    uvec2 share = uvec2(0u);
    for (uint first = 0u; first < workers; first += ADD_EACH) {
        uint count[ADD_EACH];
        for (uint k = 0u; k < ADD_EACH; k++) count[k] = histogram[histogramAt(d, min(first + k, workers - 1u))];
        for (uint k = 0u; k < ADD_EACH; k++) {
            share.x += first + k < workers ? count[k] : 0u;
            share.y += first + k < worker ? count[k] : 0u;
        }
    }
    return share;
}
void digitCounted(uint tile, uint d, uint count) {}
#include "radix/tile.glsl"
#include "radix/move_tiles.glsl"

void main()
{
    uint worker = workgroupIndex();
    uint n = itemCount();
    uint end = chunkBegin(worker + 1u, n);

    if (straight == 0u) startDigits(worker, n);
    sync();
    uint begin = chunkBegin(worker, n);
    if (straight != 0u || oneDigit()) moveStraight(begin, end);
    else moveTiles(begin, end);
}
