// SPDX-License-Identifier: MIT
// The built-in operators.

#part combine
// A built-in operator: COMBINE over VALUE, both injected (internal/kernel/glue.go). A caller's
// operator replaces this file.
#include "lib/operator.glsl#arithmetic"

VALUE combine(VALUE a, VALUE b) { return COMBINE(a, b); }

#part arithmetic
// Arithmetic for the built-in operators. 64-bit integers are two words, the low one first. Floats
// are keys: uints of the same order. So least and largest are exact, and NaN has a place on every
// driver.
#define KEY_INFINITY 0xFF800000u
#define KEY_NEGATIVE_INFINITY 0x007FFFFFu

uint add(uint a, uint b) { return a + b; }
int add(int a, int b) { return a + b; }
float add(float a, float b) { return a + b; }
vec2 add(vec2 a, vec2 b) { return a + b; }
vec4 add(vec4 a, vec4 b) { return a + b; }

uvec2 add64(uvec2 a, uvec2 b)
{
    uint low = a.x + b.x;
    return uvec2(low, a.y + b.y + (low < a.x ? 1u : 0u));
}
bool less64(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
uvec2 min64(uvec2 a, uvec2 b) { return less64(b, a) ? b : a; }
uvec2 max64(uvec2 a, uvec2 b) { return less64(a, b) ? b : a; }
uvec2 widen(uint v) { return uvec2(v, 0u); }
uvec2 widenSigned(uint v) { return uvec2(v, (v >> 31) != 0u ? 0xFFFFFFFFu : 0u); }
uvec2 flipSign64(uvec2 v) { return uvec2(v.x, v.y ^ 0x80000000u); }

bool isNaNBits(uint bits) { return (bits & 0x7FFFFFFFu) > 0x7F800000u; }
uint floatKey(uint bits) { return bits ^ ((bits >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u); }
uint floatBitsOfKey(uint key) { return key ^ ((key >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu); }
uvec2 floatBitsOfKey(uvec2 k) { return uvec2(floatBitsOfKey(k.x), floatBitsOfKey(k.y)); }
uvec4 floatBitsOfKey(uvec4 k) { return uvec4(floatBitsOfKey(k.xy), floatBitsOfKey(k.zw)); }

// NaN becomes the operator's identity, so that it has no effect.
uint keyForMin(uint bits) { return isNaNBits(bits) ? KEY_INFINITY : floatKey(bits); }
uvec2 keyForMin(uvec2 b) { return uvec2(keyForMin(b.x), keyForMin(b.y)); }
uvec4 keyForMin(uvec4 b) { return uvec4(keyForMin(b.xy), keyForMin(b.zw)); }
uint keyForMax(uint bits) { return isNaNBits(bits) ? KEY_NEGATIVE_INFINITY : floatKey(bits); }
uvec2 keyForMax(uvec2 b) { return uvec2(keyForMax(b.x), keyForMax(b.y)); }
uvec4 keyForMax(uvec4 b) { return uvec4(keyForMax(b.xy), keyForMax(b.zw)); }

uint wordOf(uint w, uint k) { return w; }
uint wordOf(uvec2 w, uint k) { return w[k]; }

#part double
// Sums of float64. OpenGL has double from version 4.0 on, some GPUs slowly.
#include "lib/operator.glsl#arithmetic"

double add(double a, double b) { return a + b; }
VALUE combine(VALUE a, VALUE b) { return COMBINE(a, b); }

#part double_combine
// The least or the largest float64.
#include "lib/operator.glsl#double_keys"

VALUE combine(VALUE a, VALUE b) { return COMBINE(a, b); }

#part double_keys
// float64 as two words in the same order, the low word first, for Min and Max. They need no double.
#include "lib/operator.glsl#arithmetic"
#define KEY64_INFINITY uvec2(0u, 0xFFF00000u)
#define KEY64_NEGATIVE_INFINITY uvec2(0xFFFFFFFFu, 0x000FFFFFu)

bool isNaN64(uvec2 bits)
{
    uint high = bits.y & 0x7FFFFFFFu;
    return high > 0x7FF00000u || (high == 0x7FF00000u && bits.x != 0u);
}
uvec2 key64(uvec2 bits) { return bits ^ ((bits.y >> 31) != 0u ? uvec2(0xFFFFFFFFu) : uvec2(0u, 0x80000000u)); }
uvec2 bitsOfKey64(uvec2 key) { return key ^ ((key.y >> 31) != 0u ? uvec2(0u, 0x80000000u) : uvec2(0xFFFFFFFFu)); }

// NaN becomes the operator's identity, so that it has no effect.
uvec2 key64ForMin(uvec2 bits) { return isNaN64(bits) ? KEY64_INFINITY : key64(bits); }
uvec2 key64ForMax(uvec2 bits) { return isNaN64(bits) ? KEY64_NEGATIVE_INFINITY : key64(bits); }

#part compensated_vec2
// The part compensated for each component of a vec2: xy and zw in place of x and y.
VALUE combine(VALUE a, VALUE b)
{
    precise vec2 sum = a.xy + b.xy;
    precise vec2 part = sum - a.xy;
    precise vec2 before = sum - part;
    precise vec2 lost = (a.xy - before) + (b.xy - part);
    precise vec2 rest = (a.zw + b.zw) + lost;
    return vec4(sum, rest);
}

vec4 compensatedOf(uvec2 bits) { return vec4(uintBitsToFloat(bits), 0.0, 0.0); }

#include "lib/operator.glsl#compensated_bits"
uvec2 compensatedBits(vec4 v) { return uvec2(compensatedBits(v.xz), compensatedBits(v.yw)); }

#part compensated_vec4
// The part compensated for each component of a vec4: columns 0 and 1 in place of x and y.
VALUE combine(VALUE a, VALUE b)
{
    precise vec4 sum = a[0] + b[0];
    precise vec4 part = sum - a[0];
    precise vec4 before = sum - part;
    precise vec4 lost = (a[0] - before) + (b[0] - part);
    precise vec4 rest = (a[1] + b[1]) + lost;
    return mat2x4(sum, rest);
}

mat2x4 compensatedOf(uvec4 bits) { return mat2x4(uintBitsToFloat(bits), vec4(0.0)); }

#include "lib/operator.glsl#compensated_bits"
uvec4 compensatedBits(mat2x4 v)
{
    uvec4 bits;
    for (uint c = 0u; c < 4u; c++) bits[c] = compensatedBits(vec2(v[0][c], v[1][c]));
    return bits;
}

#part compensated
// Sums of float32 as two floats: x is the rounded sum, and y adds up what roundings lost (TwoSum:
// Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B). precise forbids
// compilers to simplify it to 0.
VALUE combine(VALUE a, VALUE b)
{
    precise float sum = a.x + b.x;
    precise float part = sum - a.x;
    precise float before = sum - part;
    precise float lost = (a.x - before) + (b.x - part);
    precise float rest = (a.y + b.y) + lost;
    return vec2(sum, rest);
}

vec2 compensatedOf(uint bits) { return vec2(uintBitsToFloat(bits), 0.0); }

#include "lib/operator.glsl#compensated_bits"

#part compensated_bits
// The sum. If x is infinite or NaN, y has no meaning.
uint compensatedBits(vec2 v)
{
    uint bits = floatBitsToUint(v.x);
    return (bits & 0x7F800000u) == 0x7F800000u ? bits : floatBitsToUint(v.x + v.y);
}
