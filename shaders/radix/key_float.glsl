// SPDX-License-Identifier: MIT
// Keys are float, by their bits (IEEE 754 totalOrder): -NaN, -Inf, ..., -0, +0, ..., +Inf, +NaN. Negative ones are turned
// over whole, so that the larger magnitude comes first.
uint sortable(uint key) { return key ^ ((key >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u); }
