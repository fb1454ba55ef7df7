// SPDX-License-Identifier: MIT
// depthBits: a depth among the hair (0 to 1) in 24 bits.
uint depthBits(float depth) { return min(uint(depth * 16777216.0), 0xFFFFFFu); }
