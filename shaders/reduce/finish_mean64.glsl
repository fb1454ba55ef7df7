// SPDX-License-Identifier: MIT
// The sum is a 64-bit integer, signed when MEAN_SIGNED; the result is it over the number of items, a float. The quotient
// is found as an integer and the remainder as a fraction of it, so that nothing is lost before the last rounding.
layout(std430, binding = BIND_DST) writeonly buffer Dst { uint dst[]; };
uniform uint dst_at;

void putResult(uint at, VALUE v, uint n)
{
    bool negative = MEAN_SIGNED != 0 && (v.y >> 31) != 0u;
    if (negative) v = add64(~v, uvec2(1u, 0u));
    // Long division, a bit at a time: the quotient of a mean of 32-bit integers has 32 bits.
    uint divisor = max(n, 1u);
    uint rest = v.y % divisor;
    uint quotient = 0u;
    for (int b = 31; b >= 0; b--) {
        bool carry = (rest >> 31) != 0u;
        rest = rest << 1 | (v.x >> b & 1u);
        bool fits = carry || rest >= divisor;
        if (fits) rest -= divisor;
        quotient = quotient << 1 | (fits ? 1u : 0u);
    }
    float mean = float(quotient) + float(rest) / float(divisor);
    dst[dst_at + at] = floatBitsToUint(negative ? -mean : mean);
}
