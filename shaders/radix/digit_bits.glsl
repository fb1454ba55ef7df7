// SPDX-License-Identifier: MIT
// The digit of a key that this pass sorts by. KEY and keyBits() come from the slot KEYS. digit_flip is digit_mask when
// descending: digits then count downwards, and equal keys keep their order all the same.
#include <KEYS>
uniform uint digit_shift;
uniform uint digit_mask;
uniform uint digit_flip;

uint digitOf(KEY key) { return (keyBits(key, digit_shift) & digit_mask) ^ digit_flip; }
