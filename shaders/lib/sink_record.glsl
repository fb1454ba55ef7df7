// SPDX-License-Identifier: MIT
// The caller's values.
layout(std430, binding = BIND_DST) writeonly buffer Dst { VALUE dst[]; };
uniform uint dst_at;

void putValue(uint i, VALUE v) { dst[dst_at + i] = v; }
