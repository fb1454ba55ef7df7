// SPDX-License-Identifier: MIT
// The digit of a key in a pass, and where its counts lie.

#part bits
// The digit of a key that this pass sorts by, and the place of a digit among all, from 0. It is its
// own inverse. KEY and keyBits() come from the slot KEYS. digit_flip is digit_mask when descending:
// digits then come from the last to the first, and equal keys keep their order all the same.
#include <KEYS>
uniform uint digit_shift;
uniform uint digit_mask;
uniform uint digit_flip;

uint digitOf(KEY key) { return keyBits(key, digit_shift) & digit_mask; }
uint digitPlace(uint d) { return d ^ digit_flip; }

#part class
// A digit for a selection: 0 for keys that come before the threshold of radix_select, 1 for those
// equal to it in the bits sorted by, 2 for the rest.
#include <KEYS>
#include "radix/selection.glsl"
uniform uint part_low;
uniform uint part_high;
uniform uint descending;

uint digitOf(KEY key)
{
    KEY part = keyPart(key, part_low, part_high);
    KEY at = threshold();
    if (part == at) return 1u;
    return keyLess(part, at) != (descending != 0u) ? 0u : 2u;
}
uint digitPlace(uint d) { return d; }

#part planned
// As the part bits, but radix_order.comp.glsl planned on the GPU what digit it is. KEY and
// keyBits() come from the slot KEYS.
#include <KEYS>
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
uniform uint digit_at;  // where the pass's shift, mask and flip are

uint digitOf(KEY key) { return keyBits(key, order[digit_at]) & order[digit_at + 1u]; }
uint digitPlace(uint d) { return d ^ order[digit_at + 2u]; }
