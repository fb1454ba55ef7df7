// SPDX-License-Identifier: MIT
// No histogram.
void binsClear() {}
void binsCount(vec4 texel) {}
void binsAdd() {}
