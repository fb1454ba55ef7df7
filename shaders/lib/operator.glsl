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
