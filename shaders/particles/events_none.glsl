// SPDX-License-Identifier: MIT
// No streams of events.
bool tells(uint i) { return false; }
void putEventPart(uint i, uint part, ParticlePart w, uint base[ROWS]) {}
