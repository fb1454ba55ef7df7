// SPDX-License-Identifier: MIT
// The state of radix_select, digit by digit: the key in place k of the sorted order, in the bits
// sorted by.
layout(std430, binding = BIND_SELECTION) coherent buffer Selection {
    uint threshold_low;
    uint threshold_high;
    uint remaining;      // how many of the k keys are equal to the threshold
    uint taken;          // k, or n if that is less
    uint finished;       // 0 before and after
    uint counts[RADIX];  // 0 before and after
};

KEY threshold() { return KEY_OF(threshold_low, threshold_high); }
