// SPDX-License-Identifier: MIT
// The digit of a key that this pass sorts by. sortable() comes from the slot KEY: the key as a uint of the same order.
// digit_flip is digit_mask when descending: digits then count downwards, and equal keys keep their order all the same.
#include <KEY>
uniform uint digit_shift;
uniform uint digit_mask;
uniform uint digit_flip;

uint digitOf(uint key) { return ((sortable(key) >> digit_shift) & digit_mask) ^ digit_flip; }
