// SPDX-License-Identifier: MIT
// sliceAt: the slice along the light for a depth among the hair.
uint sliceAt(float depth) { return uint(clamp(depth * float(SLICES), 0.0, float(SLICES - 1u))); }
