// SPDX-License-Identifier: MIT
// The digit of a key that this pass sorts by, as radix_order.comp.glsl planned it on the GPU. KEY and keyBits() come
// from the slot KEYS.
#include <KEYS>
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
uniform uint digit_at;  // where the pass's shift, mask and flip are

uint digitOf(KEY key) { return (keyBits(key, order[digit_at]) & order[digit_at + 1u]) ^ order[digit_at + 2u]; }
