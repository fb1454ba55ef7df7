// SPDX-License-Identifier: MIT
// Reports counts on the GPU that are larger than their maxima.
// Grid: one workgroup. Reads: Count, SegmentCount. Writes: Fault.
// CPU twin: none, see merge_test.go.
#include "merge/sizes.glsl#fault"

layout(local_size_x = 1) in;

void main() { checkCounts(); }
