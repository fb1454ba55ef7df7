// SPDX-License-Identifier: MIT
// Records lie as the items do.
uint slotOf(uint q) { return q; }
