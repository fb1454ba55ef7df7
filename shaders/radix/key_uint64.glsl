// SPDX-License-Identifier: MIT
// Keys are 64-bit and unsigned: their own order.
uvec2 sortable(uvec2 key) { return key; }
