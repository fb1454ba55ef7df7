// SPDX-License-Identifier: MIT
// Keys are int: the sign bit turned over puts the negative ones first.
uint sortable(uint key) { return key ^ 0x80000000u; }
