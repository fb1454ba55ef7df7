// SPDX-License-Identifier: MIT
// The caller's records, which are the values.
layout(std430, binding = BIND_SRC) readonly buffer Src { VALUE src[]; };
uniform uint src_at;

VALUE valueAt(uint i) { return src[src_at + i]; }
