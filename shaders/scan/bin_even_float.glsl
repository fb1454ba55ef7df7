// SPDX-License-Identifier: MIT
// Even bins over LOWER <= x < UPPER, as floats. They are compared by their bits: compilers may take it that there is no
// NaN, and drivers may take denormals for 0. The bin itself is exact to the rounding of float, hence precise.
#include "scan/key_float.glsl"

uint binOf(uint item)
{
    uint key = sortable(item);
    if (key < sortable(LOWER_BITS) || key >= sortable(UPPER_BITS)) return BINS;
    precise float distance = uintBitsToFloat(item) - uintBitsToFloat(LOWER_BITS);
    precise float place = distance * uintBitsToFloat(SCALE_BITS);
    return min(uint(floor(place)), BINS - 1u);
}
