// SPDX-License-Identifier: MIT
// The items of a rung of the ladder of reductions: float or vec4, from any place at a multiple of
// the item's size.
layout(std430, binding = BIND_SRC) readonly buffer Src { VALUE src[]; };
uniform uint src_at;
uniform uint item_count;

VALUE itemAt(uint i) { return src[src_at + i]; }
