// SPDX-License-Identifier: MIT
// No histogram is asked for.
void binsClear() {}
void binsCount(vec4 texel) {}
void binsAdd() {}
