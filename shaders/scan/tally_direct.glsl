// SPDX-License-Identifier: MIT
// More bins than shared memory holds: each item is added to Dst at once.
void tallyClear() {}
void tally(uint bin) { atomicAdd(dst[dst_at + bin], 1u); }
void tallyAdd() {}
