// SPDX-License-Identifier: MIT
// Records of one word that are kept when it is not 0: the word is held until its place is known.
layout(std430, binding = BIND_SRC) readonly buffer Src { uint src[]; };
uniform uint src_at;

uint hold(uint i) { return src[src_at + i]; }
void putHeld(uint to, uint i, uint held) { dst[dst_at + to] = held; }
