// SPDX-License-Identifier: MIT
// Depth is all there is.

void main() {}
