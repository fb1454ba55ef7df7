// SPDX-License-Identifier: MIT
// Nothing to sort by.
void putKey(uint to, Particle p) {}
