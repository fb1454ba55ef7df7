// SPDX-License-Identifier: MIT
// What is moved is the records' indices.
void putItem(uint to, uint item) { dst[dst_at + to] = item; }
uint movedWord(uint item, uint w) { return item; }
