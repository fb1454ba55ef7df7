// SPDX-License-Identifier: MIT
// The digit of a key that this pass sorts by, and the place of a digit among all, from 0. It is its own inverse. KEY and
// keyBits() come from the slot KEYS. digit_flip is digit_mask when descending: digits then come from the last to the first, and
// equal keys keep their order all the same.
#include <KEYS>
uniform uint digit_shift;
uniform uint digit_mask;
uniform uint digit_flip;

uint digitOf(KEY key) { return keyBits(key, digit_shift) & digit_mask; }
uint digitPlace(uint d) { return d ^ digit_flip; }
