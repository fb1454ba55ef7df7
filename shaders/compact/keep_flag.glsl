// SPDX-License-Identifier: MIT
// Keeps record i when flags[i] is not zero.
layout(std430, binding = BIND_FLAGS) readonly buffer Flags { uint flags[]; };
uniform uint flags_at;

bool keepItem(uint i) { return flags[flags_at + i] != 0u; }
