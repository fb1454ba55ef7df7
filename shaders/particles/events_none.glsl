// SPDX-License-Identifier: MIT
// No streams of events.
bool tells(uint i) { return false; }
void putEvents(uint i, Particle p, uint base[ROWS]) {}
