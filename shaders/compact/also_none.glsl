// SPDX-License-Identifier: MIT
// Nothing is written beside what is moved.
void putAlso(uint to, uint item, uint k) {}
void moveAlso(uint to, uint tile, uint items) {}
void moveEnd(uint kept, uint n) {}
