// SPDX-License-Identifier: MIT
// The weights of a histogram's items.

#part one
// Each item counts once.
uint weightAt(uint i) { return 1u; }

#part words
// A word for each record.
layout(std430, binding = BIND_WEIGHTS) readonly buffer Weights { uint weights[]; };
uniform uint weights_at;

uint weightAt(uint i) { return weights[weights_at + recordOf(i)]; }

#part mapped
// The caller's own uint mapWeight(RECORD, uint index).
uint weightAt(uint i) { return mapWeight(recordAt(i), i); }
