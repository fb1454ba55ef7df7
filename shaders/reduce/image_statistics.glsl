// SPDX-License-Identifier: MIT
// The statistics of a weighted channel: the bits of the sum, and the least and the largest value as
// keys. NaN is skipped.
#include "lib/operator.glsl#arithmetic"

VALUE combine(VALUE a, VALUE b)
{
    float sum = uintBitsToFloat(a.x) + uintBitsToFloat(b.x);
    return uvec3(floatBitsToUint(sum), min(a.y, b.y), max(a.z, b.z));
}

uvec3 statistics(uint bits) { return uvec3(bits, keyForMin(bits), keyForMax(bits)); }
