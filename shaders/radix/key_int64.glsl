// SPDX-License-Identifier: MIT
// Keys are 64-bit and signed: the sign bit turned over puts the negative ones first.
uvec2 sortable(uvec2 key) { return uvec2(key.x, key.y ^ 0x80000000u); }
