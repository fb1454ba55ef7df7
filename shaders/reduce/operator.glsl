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

#part arg_double
// The same of float64.
#include "reduce/operator.glsl#arg"
#include "lib/operator.glsl#double_keys"

uvec2 argDouble(uvec2 w) { return isNaN64(w) ? uvec2(0xFFFFFFFFu) : argUint64(key64(w)); }

#part all_double
// The part all of float64.
#include "lib/operator.glsl#double_keys"

double add(double a, double b) { return a + b; }
#include "reduce/operator.glsl#all"

uvec2 keyDouble(uvec2 w, uint flip) { return isNaN64(w) ? uvec2(0xFFFFFFFFu) : keyUint64(key64(w), flip); }

#part all
// The sum, and the least and the largest key with the lowest index that has each. A key of the
// largest is inverted, so that both are least. NaN comes last in both. SUM and KEY are injected.
#include "lib/operator.glsl#arithmetic"

struct All {
    SUM sum;
    KEY low;
    KEY high;
    uint low_at;
    uint high_at;
};

bool before(uint a, uint b) { return a < b; }
bool before(uvec2 a, uvec2 b) { return less64(a, b); }

VALUE combine(VALUE a, VALUE b)
{
    a.sum = COMBINE(a.sum, b.sum);
    if (before(b.low, a.low) || (b.low == a.low && b.low_at < a.low_at)) {
        a.low = b.low;
        a.low_at = b.low_at;
    }
    if (before(b.high, a.high) || (b.high == a.high && b.high_at < a.high_at)) {
        a.high = b.high;
        a.high_at = b.high_at;
    }
    return a;
}

uint keyUint(uint w, uint flip) { return w ^ flip; }
uint keyInt(uint w, uint flip) { return keyUint(w ^ 0x80000000u, flip); }
uint keyFloat(uint w, uint flip) { return isNaNBits(w) ? 0xFFFFFFFFu : keyUint(floatKey(w), flip); }
uvec2 keyUint64(uvec2 w, uint flip) { return w ^ flip; }
uvec2 keyInt64(uvec2 w, uint flip) { return keyUint64(flipSign64(w), flip); }

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
