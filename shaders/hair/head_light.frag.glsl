// SPDX-License-Identifier: MIT
// Writes only depth.

void main() {}
