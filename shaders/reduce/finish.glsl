// SPDX-License-Identifier: MIT
// The last step of a reduction: putResult writes the result of n items.

#part value
// The result is the value.
#include <PUT>

void putResult(uint at, VALUE v, uint n) { putValue(at, v); }

#part arg
// The result is the item with its index, bit for bit. For no items it is the identity of Min or Max
// and the index 0xFFFFFFFF.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void putResult(uint at, VALUE v, uint n)
{
    WORDS w = v.z == 0xFFFFFFFFu ? ARG_NONE : wordsAt(v.z);
    uint to = dst_at + at * (VALUE_WORDS + 1u);
    for (uint k = 0u; k < VALUE_WORDS; k++) dst[to + k] = wordOf(w, k);
    dst[to + VALUE_WORDS] = v.z;
}

#part all
// The result is the sum, the least item, the largest item and the index of each, the items bit for
// bit. For no items they are 0, the identities of Min and Max, and 0xFFFFFFFF.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void putResult(uint at, VALUE v, uint n)
{
    WORDS sum = TO_WORDS(v.sum);
    WORDS low = v.low_at == 0xFFFFFFFFu ? ALL_NO_MIN : wordsAt(v.low_at);
    WORDS high = v.high_at == 0xFFFFFFFFu ? ALL_NO_MAX : wordsAt(v.high_at);
    uint to = dst_at + at * (3u * VALUE_WORDS + 2u);
    for (uint k = 0u; k < VALUE_WORDS; k++) {
        dst[to + k] = wordOf(sum, k);
        dst[to + VALUE_WORDS + k] = wordOf(low, k);
        dst[to + 2u * VALUE_WORDS + k] = wordOf(high, k);
    }
    dst[to + 3u * VALUE_WORDS] = v.low_at;
    dst[to + 3u * VALUE_WORDS + 1u] = v.high_at;
}

#part mean
// The result is the sum divided by the number of items; 0 for no items.
#include "lib/sink.glsl#words"

void putResult(uint at, VALUE v, uint n) { putValue(at, v / float(max(n, 1u))); }

#part mean_double
// The same of float64.
#include "lib/sink.glsl#words"

void putResult(uint at, VALUE v, uint n) { putValue(at, v / double(max(n, 1u))); }

#part mean64
// The sum is a 64-bit integer, signed if MEAN_SIGNED. The result is the sum divided by the number
// of items, as a float. The quotient is an integer until the last step, so that a mean is rounded
// once, to the same bits on every driver.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

// Long division: the next bit of the quotient.
void divideBit(uint divisor, uint next, inout uint rest, inout uint quotient)
{
    bool carry = (rest >> 31) != 0u;
    rest = rest << 1 | next;
    bool fits = carry || rest >= divisor;
    if (fits) rest -= divisor;
    quotient = quotient << 1 | (fits ? 1u : 0u);
}

void putResult(uint at, VALUE v, uint n)
{
    bool negative = MEAN_SIGNED != 0 && (v.y >> 31) != 0u;
    if (negative) v = add64(~v, uvec2(1u, 0u));
    uint divisor = max(n, 1u);
    uint rest = v.x % divisor;
    uint quotient = v.x / divisor;
    if (v.y != 0u) {
        rest = v.y % divisor;
        quotient = 0u;
        for (int b = 31; b >= 0; b--) divideBit(divisor, v.x >> b & 1u, rest, quotient);  // it has 32 bits
    }
    // A float has 24 bits. Two more say where it rounds to, if the last is set for any rest.
    uint shift = 0u;
    for (; rest != 0u && quotient < 1u << 25; shift++) divideBit(divisor, 0u, rest, quotient);
    float mean = float(quotient | min(rest, 1u)) * uintBitsToFloat((127u - shift) << 23);
    dst[dst_at + at] = floatBitsToUint(negative ? -mean : mean);
}

#part user
// The caller's own RESULT finish(VALUE, uint n) computes the result.
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };
uniform uint dst_at;

void putResult(uint at, VALUE v, uint n) { dst[dst_at + at] = finish(v, n); }

#part statistics
// The result is mean, least, largest and the number of texels, four floats.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void putResult(uint at, VALUE v, uint n)
{
    uint to = dst_at + 4u * at;
    dst[to] = floatBitsToUint(uintBitsToFloat(v.x) / float(n));
    dst[to + 1u] = floatBitsOfKey(v.y);
    dst[to + 2u] = floatBitsOfKey(v.z);
    dst[to + 3u] = floatBitsToUint(float(n));
}
