// SPDX-License-Identifier: MIT
// The histogram that an image reduction also computes.

#part none
// No histogram.
void binsClear() {}
void binsCount(vec4 texel) {}
void binsAdd() {}

#part shared
// Counts texels by their weighted channel, or by its log2. BINS even bins go from LOWER to UPPER;
// the first and the last include values outside, and NaN is in none. A workgroup counts in shared
// memory and then adds once to Histogram, which begins as zeros. Values are compared as keys,
// because compilers may assume that there is no NaN.
#include "lib/lanes.glsl#base"
#include "lib/operator.glsl#arithmetic"
#include "reduce/image_weighted.glsl"

layout(std430, binding = BIND_HISTOGRAM) buffer Histogram { uint histogram[]; };
uniform uint histogram_at;
shared uint bin_total[BINS];

void binsClear()
{
    for (uint b = threadIndex(); b < BINS; b += GROUP_SIZE) bin_total[b] = 0u;
    sync();
}

// Values of 0 and less have no log2; they are below all bins.
uint binOf(uint bits)
{
    uint key = floatKey(bits);
    if (BIN_LOG2 != 0) {
        if (key <= floatKey(0u)) return 0u;
        if (key < KEY_INFINITY) key = floatKey(floatBitsToUint(log2(uintBitsToFloat(bits))));
    }
    if (key < floatKey(LOWER_BITS)) return 0u;
    if (key >= floatKey(UPPER_BITS)) return BINS - 1u;
    precise float distance = uintBitsToFloat(floatBitsOfKey(key)) - uintBitsToFloat(LOWER_BITS);
    precise float place = distance * uintBitsToFloat(SCALE_BITS);
    return min(uint(place), BINS - 1u);
}

void binsCount(vec4 texel)
{
    uint bits = floatBitsToUint(weighted(texel));
    if (!isNaNBits(bits)) atomicAdd(bin_total[binOf(bits)], 1u);
}

void binsAdd()
{
    sync();
    for (uint b = threadIndex(); b < BINS; b += GROUP_SIZE) {
        uint total = bin_total[b];
        if (total != 0u) atomicAdd(histogram[histogram_at + b], total);
    }
}
