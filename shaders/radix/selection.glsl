// SPDX-License-Identifier: MIT
// What radix_select finds, digit by digit: the key that is in place k when sorted, in the bits
// sorted by.
layout(std430, binding = BIND_SELECTION) coherent buffer Selection {
    uint threshold_low;
    uint threshold_high;
    uint remaining;      // of the k, those equal to the threshold
    uint taken;          // k, or n where that is less
    uint finished;       // 0 before and after
    uint counts[RADIX];  // 0 before and after
};

KEY threshold() { return KEY_OF(threshold_low, threshold_high); }
