// SPDX-License-Identifier: MIT
// The slice along the light that a depth among the hair lies in.
uint sliceAt(float depth) { return uint(clamp(depth * float(SLICES), 0.0, float(SLICES - 1u))); }
