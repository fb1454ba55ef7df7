// SPDX-License-Identifier: MIT
// The place of a worker's count of a digit in Histogram. With radix_spine, a digit has a row, which
// the spine scans. Otherwise a worker has a row, and each workgroup adds up the rows, so that
// neighbours read neighbours. workers is defined before this.
uniform uint added_up;  // 1 with radix_spine

uint histogramAt(uint d, uint worker) { return added_up != 0u ? d * workers + worker : worker * RADIX + d; }
