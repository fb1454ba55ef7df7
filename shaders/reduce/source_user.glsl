// SPDX-License-Identifier: MIT
// The caller's records, mapped to values by their own VALUE map(RECORD, uint index).
layout(std430, binding = BIND_SRC) readonly buffer Src { RECORD src[]; };
uniform uint src_at;

VALUE valueAt(uint i) { return map(src[src_at + i], i); }
