// SPDX-License-Identifier: MIT
// As digit_bits.glsl, but radix_order.comp.glsl planned on the GPU what digit it is. KEY and keyBits() come from the slot KEYS.
#include <KEYS>
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
uniform uint digit_at;  // where the pass's shift, mask and flip are

uint digitOf(KEY key) { return keyBits(key, order[digit_at]) & order[digit_at + 1u]; }
uint digitPlace(uint d) { return d ^ order[digit_at + 2u]; }
