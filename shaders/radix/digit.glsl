// SPDX-License-Identifier: MIT
// The digit of a key in a pass, and the place of its counts.

#part bits
// digitOf: the digit of a key in this pass. digitPlace: the place of a digit among all, from 0; it
// is its own inverse. KEY and keyBits() come from the slot KEYS. digit_flip is digit_mask for a
// descending sort: digits then come from the last to the first, and equal keys keep their order.
#include <KEYS>
uniform uint digit_shift;
uniform uint digit_mask;
uniform uint digit_flip;

uint digitOf(KEY key) { return keyBits(key, digit_shift) & digit_mask; }
uint digitPlace(uint d) { return d ^ digit_flip; }

#part class
// A digit for a selection: 0 for keys before the threshold of radix_select, 1 for keys equal to it
// in the bits sorted by, 2 for the rest.
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
// As the part bits, but radix_order.comp.glsl has selected the digit on the GPU. KEY and keyBits()
// come from the slot KEYS.
#include <KEYS>
layout(std430, binding = BIND_ORDER) readonly buffer Order { uint order[]; };
uniform uint digit_at;  // the place of the pass's shift, mask and flip

uint digitOf(KEY key) { return keyBits(key, order[digit_at]) & order[digit_at + 1u]; }
uint digitPlace(uint d) { return d ^ order[digit_at + 2u]; }
