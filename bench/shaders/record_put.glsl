// SPDX-License-Identifier: MIT
// The destination of kept records, and the word that counts them.
#include "bench/record.glsl"
layout(std430, binding = BIND_DST) writeonly buffer Dst { RECORD dst[]; };
layout(std430, binding = BIND_KEPT) buffer Kept { uint kept_count; };
uniform uint dst_at;

void putRecord(uint i, RECORD r) { dst[dst_at + i] = r; }
