// SPDX-License-Identifier: MIT
// The place of a worker's count of a digit in Histogram. With radix_spine it is in a row of the
// digit, which the spine scans. Otherwise each workgroup adds up the counts, and they lie in a row
// of the worker, so that neighbours read neighbours. workers stands before this.
uniform uint added_up;  // 1 where there is radix_spine

uint histogramAt(uint d, uint worker) { return added_up != 0u ? d * workers + worker : worker * RADIX + d; }
