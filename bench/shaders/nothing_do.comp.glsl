// SPDX-License-Identifier: MIT
// Measures the cost of a dispatch.
// Grid: one workgroup. Reads: nothing. Writes: nothing. CPU twin: an empty function.
layout(local_size_x = GROUP_SIZE) in;

void main() {}
