// SPDX-License-Identifier: MIT
// A segment begins at each item whose word in Heads is not zero.
layout(std430, binding = BIND_HEADS) readonly buffer Heads { uint heads[]; };
uniform uint heads_at;

void checkHeads() {}
void tileBegin(uint tile, uint end) {}
bool isHead(uint tile, uint i) { return heads[heads_at + tile + i] != 0u; }
