// SPDX-License-Identifier: MIT
// The operators of values of several words (slot OPERATOR).

#part arg
// The least key and the lowest index that has it. x, y: the key's words; z: the index. The largest
// is found with inverted keys (ARG_FLIP). NaN comes last in both.
#include "lib/operator.glsl#arithmetic"

VALUE combine(VALUE a, VALUE b)
{
    bool second = less64(b.xy, a.xy) || (b.xy == a.xy && b.z < a.z);
    return second ? b : a;
}

uvec2 argUint(uint w) { return uvec2(w ^ ARG_FLIP, 0u); }
uvec2 argInt(uint w) { return argUint(w ^ 0x80000000u); }
uvec2 argFloat(uint w) { return isNaNBits(w) ? uvec2(0xFFFFFFFFu, 0u) : argUint(floatKey(w)); }
uvec2 argUint64(uvec2 w) { return w ^ ARG_FLIP; }
uvec2 argInt64(uvec2 w) { return argUint64(flipSign64(w)); }

#part statistics
// The statistics of a weighted channel: the bits of the sum, and the least and the largest value as
// keys. NaN is skipped.
#include "lib/operator.glsl#arithmetic"

VALUE combine(VALUE a, VALUE b)
{
    float sum = uintBitsToFloat(a.x) + uintBitsToFloat(b.x);
    return uvec3(floatBitsToUint(sum), min(a.y, b.y), max(a.z, b.z));
}

uvec3 statistics(uint bits) { return uvec3(bits, keyForMin(bits), keyForMax(bits)); }
