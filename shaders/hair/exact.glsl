// SPDX-License-Identifier: MIT
// Depth among the hair in 24 bits.
uint depthBits(float depth) { return min(uint(depth * 16777216.0), 0xFFFFFFu); }
