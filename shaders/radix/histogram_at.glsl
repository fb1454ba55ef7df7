// SPDX-License-Identifier: MIT
// Where Histogram has a worker's count of a digit: in a row of the digit, which radix_spine adds up, or where each workgroup does
// that itself in a row of the worker, so that neighbours read neighbours. workers stands before.
uniform uint added_up;  // 1 where there is radix_spine

uint histogramAt(uint d, uint worker) { return added_up != 0u ? d * workers + worker : worker * RADIX + d; }
