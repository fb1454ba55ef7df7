// SPDX-License-Identifier: MIT
// One segment: all items.
void checkHeads() {}
void tileBegin(uint tile, uint end) {}
bool isHead(uint tile, uint i) { return false; }
