// SPDX-License-Identifier: MIT
// The result is made by the caller's own RESULT finish(VALUE, uint n).
layout(std430, binding = BIND_DST) writeonly buffer Dst { RESULT dst[]; };
uniform uint dst_at;

void putResult(uint at, VALUE v, uint n) { dst[dst_at + at] = finish(v, n); }
